import type { Change, Outcome } from '../changes/types.js';

/**
 * Failures and proposals of the changes that were asked for, beside the plan. Texts are in their
 * files.
 */
export class Outcomes {
  readonly #outcomes = new Map<Change, Outcome>();

  get(change: Change): Outcome | undefined {
    return this.#outcomes.get(change);
  }

  set(change: Change, outcome: Outcome): void {
    this.#outcomes.set(change, outcome);
  }
}
