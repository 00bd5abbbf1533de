import type { Change, Outcome } from '../changes/types.js';

/**
 * Failures and proposals of requested changes, kept apart from the plan. Texts are in their files.
 */
export class Outcomes {
  readonly #outcomes = new Map<Change, Outcome>();
  readonly #shared = new Set<Change>();

  get(change: Change): Outcome | undefined {
    return this.#outcomes.get(change);
  }

  /** Changes whose text came from the shared store, without a request to the service. */
  get shared(): ReadonlySet<Change> {
    return this.#shared;
  }

  addShared(change: Change): void {
    this.#shared.add(change);
  }

  set(change: Change, outcome: Outcome): void {
    this.#outcomes.set(change, outcome);
  }
}
