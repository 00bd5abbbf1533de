import type { Change, Outcome } from '../changes/types.js';

/**
 * Failures and proposals of requested changes, kept apart from the plan. Texts are in their files.
 */
export class Outcomes {
  readonly #outcomes = new WeakMap<Change, Outcome>();
  readonly #shared = new WeakSet<Change>();

  get(change: Change): Outcome | undefined {
    return this.#outcomes.get(change);
  }

  /** Whether its text came from the shared store, without a request to the service. */
  isShared(change: Change): boolean {
    return this.#shared.has(change);
  }

  addShared(change: Change): void {
    this.#shared.add(change);
  }

  set(change: Change, outcome: Outcome): void {
    this.#outcomes.set(change, outcome);
  }
}
