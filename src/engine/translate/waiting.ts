import type { AnswerChecks } from '../changes/answer-checks.js';
import { resolve, settleWith } from '../changes/resolve.js';
import type { Resolution } from '../changes/resolve.js';
import { segmentsOf } from '../changes/segments.js';
import type { SegmentTable } from '../changes/segments.js';
import type { Answer, Attempt, Change, Failure, Outcome, Segment } from '../changes/types.js';

export interface WaitingContext {
  readonly segments: Pick<SegmentTable, 'attempt'>;
  /** Default: no sound answer is suspicious. */
  readonly checks?: AnswerChecks | undefined;
  /**
   * Discards the shared store's texts for segments and returns those that had one, so that they are
   * requested from the service. Default: no text comes from a store.
   */
  readonly doubt?: ((segments: readonly Segment[]) => readonly Segment[]) | undefined;
  readonly onSettled: (change: Change, outcome: Outcome, segments: readonly Segment[]) => void;
}

const NO_SEGMENTS: readonly Segment[] = [];

/**
 * The changes of one service language that wait for answers, and the answers that they may need.
 */
export class WaitingChanges {
  readonly #context: WaitingContext;
  readonly #attempts = new Map<Change, Attempt>();
  /** Why a change's previous attempt failed, if it had one. */
  readonly #reasons = new Map<Change, Failure>();
  /** All answers so far: a later attempt may need one of them, too. */
  readonly #answers = new Map<Segment, Answer>();
  /**
   * Segments without an answer, and the changes that wait for them. Nearly all have one, and a list
   * for each would cost memory.
   */
  readonly #waiters = new Map<Segment, Change | Change[]>();

  constructor(context: WaitingContext) {
    this.#context = context;
  }

  /** Whether nothing waits, so that the answers are not needed any more. */
  get isEmpty(): boolean {
    return this.#attempts.size === 0;
  }

  /** Segments that changes wait for, each once. */
  get unanswered(): readonly Segment[] {
    const segments = Array.from(this.#attempts.values(), segmentsOf).flat();
    return [...new Set(segments.filter((segment) => !this.#answers.has(segment)))];
  }

  /** Makes a change wait for an attempt's answers; those that have already arrived count. */
  add(change: Change, attempt: Attempt): void {
    this.#attempts.set(change, attempt);
    const segments = segmentsOf(attempt);
    let waits = 0;
    for (const segment of segments) {
      if (this.#answers.has(segment)) continue;
      this.#waitFor(segment, change);
      waits += 1;
    }
    // If one answer of several is a failure, the change fails at once.
    if (waits === 0 || waits < segments.length) this.#advance(change);
  }

  /** Settles the changes that waited only for this answer, or sends them in another form. */
  answer(segment: Segment, answer: Answer): void {
    this.#answers.set(segment, answer);
    const waiters = this.#waiters.get(segment);
    if (waiters === undefined) return;
    this.#waiters.delete(segment);
    if (Array.isArray(waiters)) for (const change of waiters) this.#advance(change);
    else this.#advance(waiters);
  }

  /**
   * Ends everything that waits, with the best suspicious text, or else the failure of the previous
   * attempt, or else this one.
   */
  giveUp(failure: Failure): void {
    this.#waiters.clear();
    for (const [change, { spare }] of this.#attempts) {
      if (spare !== undefined)
        this.#end(change, settleWith(change, spare.best, this.#context.checks));
      else this.#settle(change, { state: 'failed', failure: this.#reasons.get(change) ?? failure });
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
    // It has failed because of another segment, or needs the same one twice.
    if (attempt === undefined) return;
    this.#end(change, resolve(change, attempt, this.#answers, this.#context.checks));
  }

  #end(change: Change, resolution: Resolution): void {
    switch (resolution.state) {
      case 'waiting':
        return;
      case 'next': {
        const { reason, form, again, spare } = resolution;
        this.#reasons.set(change, reason);
        this.add(change, { ...this.#context.segments.attempt(change, form, again), spare });
        return;
      }
      case 'failed': {
        if (!this.#asksAgain(change)) this.#settle(change, resolution);
        return;
      }
      default:
        this.#settle(change, resolution);
    }
  }

  /**
   * The store's texts may be wrong: before a change fails because of them, they are requested from
   * the service.
   */
  #asksAgain(change: Change): boolean {
    const { doubt } = this.#context;
    const attempt = this.#attempts.get(change);
    if (doubt === undefined || attempt === undefined) return false;
    const doubted = doubt(segmentsOf(attempt));
    for (const segment of doubted) this.#answers.delete(segment);
    if (doubted.length > 0) this.add(change, attempt);
    return doubted.length > 0;
  }

  #settle(change: Change, outcome: Outcome): void {
    const attempt = this.#attempts.get(change);
    this.#attempts.delete(change);
    this.#reasons.delete(change);
    const segments = attempt === undefined ? NO_SEGMENTS : segmentsOf(attempt);
    this.#context.onSettled(change, outcome, segments);
  }
}
