import type { AnswerChecks } from '../segments/answer-checks.js';
import { resolve, settleWith } from '../segments/resolve.js';
import type { Resolution } from '../segments/resolve.js';
import { segmentsOf } from '../segments/segments.js';
import type { SegmentTable } from '../segments/segments.js';
import type { Answer, Attempt, DecidedRow, Failure, Outcome, Segment } from '../units/row.js';

export interface WaitingContext {
  readonly segments: SegmentTable;
  /** Default: no sound answer is suspicious. */
  readonly checks?: AnswerChecks | undefined;
  /**
   * Discards the shared store's texts for segments and returns those that had one, so that they are
   * requested from the service. Default: no text comes from a store.
   */
  readonly doubt?: ((segments: readonly Segment[]) => readonly Segment[]) | undefined;
  readonly onSettled: (row: DecidedRow, outcome: Outcome, segments: readonly Segment[]) => void;
}

/** A row that waits for its attempt, until it is settled or waits for another one. */
interface Waiter {
  readonly row: DecidedRow;
  readonly attempt: Attempt;
  /** Place in the order in which rows were added. */
  readonly order: number;
  isOpen: boolean;
}

/**
 * The rows of one service language that wait for answers, and the answers that they may need.
 */
export class WaitingChanges {
  readonly #context: WaitingContext;
  /** Why a row's previous attempt failed, if it had one. */
  readonly #reasons = new Map<DecidedRow, Failure>();
  /** All answers so far: a later attempt may need one of them, too. */
  readonly #answers = new Map<Segment, Answer>();
  /**
   * Segments without an answer, and who waits for them: nearly always one row, and a list for
   * each would cost memory.
   */
  readonly #waiters = new Map<Segment, Waiter | Waiter[]>();
  #added = 0;
  #open = 0;

  constructor(context: WaitingContext) {
    this.#context = context;
  }

  /** Whether nothing waits, so that the answers are not needed any more. */
  get isEmpty(): boolean {
    return this.#open === 0;
  }

  /** Segments that rows wait for, each once, in the rows' order. */
  get unanswered(): readonly Segment[] {
    const segments = this.#waiting().flatMap(({ attempt }) => segmentsOf(attempt));
    return [...new Set(segments.filter((segment) => !this.#answers.has(segment)))];
  }

  /** Frees answers that nothing waits for. Returns the segments of what waits. */
  forget(): ReadonlySet<Segment> {
    const waited = new Set(this.#waiting().flatMap(({ attempt }) => segmentsOf(attempt)));
    for (const segment of this.#answers.keys()) {
      if (!waited.has(segment)) this.#answers.delete(segment);
    }
    return waited;
  }

  /** Makes a row wait for an attempt's answers; those that have already arrived count. */
  add(row: DecidedRow, attempt: Attempt): void {
    this.#wait({ row, attempt, order: (this.#added += 1), isOpen: true });
  }

  /** Settles the rows that waited only for this answer, or sends them in another form. */
  answer(segment: Segment, answer: Answer): void {
    this.#answers.set(segment, answer);
    const waiters = this.#waiters.get(segment);
    if (waiters === undefined) return;
    this.#waiters.delete(segment);
    for (const waiter of [waiters].flat()) this.#advance(waiter);
  }

  /**
   * Ends everything that waits, with the best suspicious text, or else the failure of the previous
   * attempt, or else this one.
   */
  giveUp(failure: Failure): void {
    const waiting = this.#waiting();
    this.#waiters.clear();
    for (const waiter of waiting) {
      const { row, attempt } = waiter;
      if (attempt.spare !== undefined)
        this.#end(waiter, settleWith(row, attempt.spare.best, this.#context.checks));
      else {
        const reason = this.#reasons.get(row) ?? failure;
        this.#settle(waiter, { state: 'failed', failure: reason });
      }
    }
  }

  /** Who waits, each once. */
  #waiting(): readonly Waiter[] {
    const waiting = new Set([...this.#waiters.values()].flat());
    return [...waiting].filter(({ isOpen }) => isOpen).sort((a, b) => a.order - b.order);
  }

  #wait(waiter: Waiter): void {
    this.#open += 1;
    const segments = segmentsOf(waiter.attempt);
    let waits = 0;
    for (const segment of segments) {
      if (this.#answers.has(segment)) continue;
      this.#waitFor(segment, waiter);
      waits += 1;
    }
    // If one answer of several is a failure, the row fails at once.
    if (waits === 0 || waits < segments.length) this.#advance(waiter);
  }

  #waitFor(segment: Segment, waiter: Waiter): void {
    const others = this.#waiters.get(segment);
    if (others === undefined) this.#waiters.set(segment, waiter);
    else if (Array.isArray(others)) others.push(waiter);
    else this.#waiters.set(segment, [others, waiter]);
  }

  #advance(waiter: Waiter): void {
    // It has ended because of another segment, or needs the same one twice.
    if (!waiter.isOpen) return;
    const { row, attempt } = waiter;
    this.#end(waiter, resolve(row, attempt, this.#answers, this.#context.checks));
  }

  #end(waiter: Waiter, resolution: Resolution): void {
    const { row } = waiter;
    switch (resolution.state) {
      case 'waiting':
        return;
      case 'next': {
        const { reason, form, again, spare } = resolution;
        this.#reasons.set(row, reason);
        const attempt = this.#context.segments.attempt(row, form, again);
        this.#waitAgain(waiter, { ...attempt, spare });
        return;
      }
      case 'failed': {
        if (!this.#asksAgain(waiter)) this.#settle(waiter, resolution);
        return;
      }
      default:
        this.#settle(waiter, resolution);
    }
  }

  /**
   * The store's texts may be wrong: before a row fails because of them, they are requested from
   * the service.
   */
  #asksAgain(waiter: Waiter): boolean {
    const { doubt } = this.#context;
    if (doubt === undefined) return false;
    const doubted = doubt(segmentsOf(waiter.attempt));
    for (const segment of doubted) this.#answers.delete(segment);
    if (doubted.length > 0) this.#waitAgain(waiter, waiter.attempt);
    return doubted.length > 0;
  }

  #waitAgain(waiter: Waiter, attempt: Attempt): void {
    this.#close(waiter);
    this.#wait({ ...waiter, attempt, isOpen: true });
  }

  #settle(waiter: Waiter, outcome: Outcome): void {
    const { row, attempt } = waiter;
    this.#close(waiter);
    const isRetried = this.#reasons.delete(row);
    const known = isRetried && outcome.state === 'translated' ? { ...outcome, isRetried } : outcome;
    this.#context.onSettled(row, known, segmentsOf(attempt));
  }

  #close(waiter: Waiter): void {
    waiter.isOpen = false;
    this.#open -= 1;
  }
}
