import { resolve } from '../changes/resolve.js';
import { segmentsOf } from '../changes/segments.js';
import type { SegmentTable } from '../changes/segments.js';
import type { Answer, Attempt, Change, Failure, Outcome, Segment } from '../changes/types.js';

export interface WaitingContext {
  readonly segments: Pick<SegmentTable, 'attempt'>;
  readonly onSettled: (change: Change, outcome: Outcome) => void;
}

/**
 * The changes of one service language that wait for answers, and the answers that they may need.
 */
export class WaitingChanges {
  readonly #context: WaitingContext;
  readonly #attempts = new Map<Change, Attempt>();
  /** Why the attempt before did not do, of those that had one. */
  readonly #reasons = new Map<Change, Failure>();
  /** All answers that came: a later attempt may need one of them, too. */
  readonly #answers = new Map<Segment, Answer>();
  /**
   * Segments without answer, and who waits for them. Nearly all have one waiter, and a list for
   * each would cost memory.
   */
  readonly #waiters = new Map<Segment, Change | Change[]>();

  constructor(context: WaitingContext) {
    this.#context = context;
  }

  /** Nothing waits: the answers are not needed any more. */
  get isEmpty(): boolean {
    return this.#attempts.size === 0;
  }

  /** Segments that are waited for, each once. */
  get unanswered(): readonly Segment[] {
    const segments = Array.from(this.#attempts.values(), segmentsOf).flat();
    return [...new Set(segments.filter((segment) => !this.#answers.has(segment)))];
  }

  /** A change waits for the answers to an attempt; those that came already count. */
  add(change: Change, attempt: Attempt): void {
    this.#attempts.set(change, attempt);
    for (const segment of segmentsOf(attempt)) {
      if (!this.#answers.has(segment)) this.#waitFor(segment, change);
    }
    this.#advance(change);
  }

  /** Settles the changes that waited for nothing but this, or asks for them in another form. */
  answer(segment: Segment, answer: Answer): void {
    this.#answers.set(segment, answer);
    const waiters = this.#waiters.get(segment);
    if (waiters === undefined) return;
    this.#waiters.delete(segment);
    if (Array.isArray(waiters)) for (const change of waiters) this.#advance(change);
    else this.#advance(waiters);
  }

  /** Fails everything that waits: because its attempt before did not do, else with this failure. */
  giveUp(failure: Failure): void {
    this.#waiters.clear();
    for (const change of this.#attempts.keys()) {
      this.#settle(change, { state: 'failed', failure: this.#reasons.get(change) ?? failure });
    }
  }

  #waitFor(segment: Segment, change: Change): void {
    const others = this.#waiters.get(segment);
    if (others === undefined) this.#waiters.set(segment, change);
    else if (Array.isArray(others)) others.push(change);
    else this.#waiters.set(segment, [others, change]);
  }

  #advance(change: Change): void {
    const attempt = this.#attempts.get(change);
    // It has failed for another of its segments, or needs the same one twice.
    if (attempt === undefined) return;
    const resolution = resolve(change, attempt, this.#answers);
    switch (resolution.state) {
      case 'waiting':
        return;
      case 'next':
        this.#reasons.set(change, resolution.reason);
        this.add(change, this.#context.segments.attempt(change, resolution.form));
        return;
      default:
        this.#settle(change, resolution);
    }
  }

  #settle(change: Change, outcome: Outcome): void {
    this.#attempts.delete(change);
    this.#reasons.delete(change);
    this.#context.onSettled(change, outcome);
  }
}
