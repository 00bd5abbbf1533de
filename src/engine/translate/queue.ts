import { TranslatorError } from '../../model/index.js';
import type { LocaleSyncError, TranslatorErrorCode } from '../../model/index.js';
import { amountsOf } from '../changes/batches.js';
import type { PackLimits } from '../changes/batches.js';
import type { Amounts, Answer, Batch, RequestGroup, Segment } from '../changes/types.js';
import type { Concurrency } from './concurrency.js';
import { Counts } from './counts.js';
import { InFlight } from './in-flight.js';
import type { Flight } from './in-flight.js';
import { backOff, Pauses } from './pauses.js';
import { Refusals } from './refusals.js';
import type { BatchResult } from './refusals.js';
import { Requests } from './requests.js';
import type { RequestContext } from './requests.js';
import { Stop } from './stop.js';

export interface QueueContext extends RequestContext {
  readonly concurrency: Concurrency;
  /** Ends the run: nothing new is sent, and what is in flight has a moment to finish. */
  readonly signal: AbortSignal;
  /** Called with answers and failures as they come, when the answers are in the memory. */
  readonly onAnswers: (answers: ReadonlyMap<Segment, Answer>) => void;
}

/** What was really sent and billed. */
export interface SendResult extends Amounts {
  /** What ended the run before everything was answered. */
  readonly fatal: LocaleSyncError | undefined;
}

/**
 * Texts that may wait for answers while more is planned: a plan takes several times the memory of
 * its texts.
 */
const PLANNED_AHEAD = 10_000;
/**
 * Refusals of one batch for its rate, with nothing answered meanwhile, after which it is given up.
 */
const MAX_REFUSALS = 6;
/**
 * Milliseconds that a `Retry-After` is granted: about what a person, or a job in CI, waits for.
 * Where the service asks for more the run ends, and says so.
 */
const LONGEST_PAUSE = 120_000;
/** There is no sense in asking on: every other request would end the same way. */
const FATAL: ReadonlySet<TranslatorErrorCode> = new Set([
  'no-key',
  'forbidden',
  'quota',
  'network',
]);
/** The run ended before there was an answer. */
const UNANSWERED: BatchResult = { type: 'answers', answers: new Map() };

/** The one queue of a run: all batches of all targets, in order, limited in flight. */
export class Queue {
  readonly #onAnswers: QueueContext['onAnswers'];
  readonly #onEvent: QueueContext['onEvent'];
  readonly #counts: Counts;
  readonly #stop: Stop;
  readonly #pauses: Pauses;
  readonly #inFlight: InFlight;
  readonly #refusals: Refusals;
  readonly #requests: Requests;
  #deliveries: Promise<void>[] = [];
  /** Requests so far. */
  #sent = 0;
  /** Texts of batches that have not come to their end. */
  #waiting = 0;
  #onRoom: (() => void) | undefined;

  constructor(context: QueueContext) {
    const { translator, signal } = context;
    this.#onAnswers = context.onAnswers;
    this.#onEvent = context.onEvent;
    this.#counts = new Counts(context.onEvent);
    this.#stop = new Stop(signal, this.#counts);
    this.#pauses = new Pauses(signal);
    this.#inFlight = new InFlight(context.concurrency);
    this.#refusals = new Refusals(({ options }) => translator.overhead(options));
    this.#requests = new Requests(context, { counts: this.#counts, stop: this.#stop });
  }

  get isStopped(): boolean {
    return this.#stop.isStopped;
  }

  /** Limits of bodies, by what the service has taken so far. */
  limitsOf(group: RequestGroup): PackLimits {
    return this.#refusals.limitsOf(group);
  }

  add(batches: readonly Batch[]): void {
    this.#counts.expect(amountsOf(batches));
    for (const batch of batches) {
      this.#waiting += batch.segments.length;
      const delivery = this.#deliver(batch).finally(() => this.#delivered(batch));
      // Whoever waits for it in `drained` learns what went wrong.
      delivery.catch(() => undefined);
      this.#deliveries.push(delivery);
    }
  }

  /** Progress is reported from here on. */
  showProgress(): void {
    this.#counts.show();
  }

  /** Resolves as soon as few enough texts wait for answers that more may be planned. */
  async hasRoom(): Promise<void> {
    if (this.#waiting < PLANNED_AHEAD) return;
    // This takes long enough to be shown; the totals grow with the next plan.
    this.showProgress();
    await new Promise<void>((resolve) => (this.#onRoom = resolve));
  }

  /** Resolves when every batch was answered or has failed, or the run was stopped. */
  async drained(): Promise<void> {
    const deliveries = this.#deliveries;
    this.#deliveries = [];
    await Promise.all(deliveries);
  }

  /** Nothing is added any more. */
  close(): void {
    this.#stop.close();
    this.#inFlight.close();
  }

  result(): SendResult {
    // Where nothing was answered at all, the service as a whole is the problem.
    const lastRefusal = this.#counts.answers === 0 ? this.#refusals.last : undefined;
    return { ...this.#counts.sent, fatal: this.#stop.fatal ?? lastRefusal };
  }

  #delivered({ segments }: Batch): void {
    this.#waiting -= segments.length;
    if (this.#waiting >= PLANNED_AHEAD) return;
    this.#onRoom?.();
    this.#onRoom = undefined;
  }

  /** One batch to its end: again after a refusal for its rate, in parts after a split. */
  async #deliver(batch: Batch): Promise<void> {
    let refusals = 0;
    let { answers } = this.#counts;
    for (;;) {
      const result = await this.#inFlight.inTurn((free) => this.#try(batch, free));
      if (result.type === 'answers') {
        this.#onAnswers(result.answers);
        return;
      }
      if (result.type === 'split') {
        this.#counts.expectRequests(result.parts.length);
        await Promise.all(result.parts.map((part) => this.#deliver(part)));
        return;
      }
      refusals = this.#counts.answers > answers ? 1 : refusals + 1;
      ({ answers } = this.#counts);
      if (refusals >= MAX_REFUSALS) {
        const givenUp = this.#refusals.giveUp(batch, result.error);
        if (givenUp.type === 'answers') this.#onAnswers(givenUp.answers);
        return;
      }
      await this.#pauses.wait(result.error.retryAfter ?? backOff(refusals));
    }
  }

  /**
   * @param free its place, as soon as the answer has come: the next request is made ready before
   * this one is read
   */
  async #try(batch: Batch, free: () => void): Promise<BatchResult> {
    await this.#pauses.over();
    if (this.#stop.isStopped) return UNANSWERED;
    const known = this.#refusals.foresee(batch);
    if (known !== undefined) return known;
    const flight = this.#inFlight.start();
    const ended = this.#tellSent(batch);
    const onAnswered = (): void => {
      flight.answered();
      ended();
      free();
    };
    try {
      const answers = await this.#requests.send(batch, onAnswered);
      onAnswered();
      this.#refusals.accepted(batch.group);
      return { type: 'answers', answers };
    } catch (error) {
      if (!(error instanceof TranslatorError)) throw error;
      return this.#refused(batch, error, flight);
    } finally {
      flight.ended();
      ended();
    }
  }

  /** Gives what is to be called once its answer or its failure is here. */
  #tellSent({ group, segments }: Batch): () => void {
    this.#sent += 1;
    const { target } = group.options;
    const request = { type: 'request', id: this.#sent, target, texts: segments.length } as const;
    this.#onEvent({ ...request, step: 'sent' });
    let isOpen = true;
    return () => {
      if (isOpen) this.#onEvent({ ...request, step: 'ended' });
      isOpen = false;
    };
  }

  #refused(batch: Batch, error: TranslatorError, flight: Flight): BatchResult {
    if (error.code === 'aborted') return UNANSWERED;
    if (error.code === 'rate') return this.#slowDown(batch, error, flight);
    // Without a key or an address nothing was asked.
    if (error.code === 'no-key') this.#counts.requestNotSent();
    if (!FATAL.has(error.code)) return this.#refusals.learn(batch, error);
    this.#stop.fail(error);
    return UNANSWERED;
  }

  #slowDown({ group }: Batch, error: TranslatorError, flight: Flight): BatchResult {
    flight.refused();
    const delay = error.retryAfter ?? 0;
    if (delay > LONGEST_PAUSE) {
      this.#stop.fail(error);
      return UNANSWERED;
    }
    this.#counts.expectRequests(1);
    // With nothing else in flight it is not about concurrency: everybody waits.
    if (this.#inFlight.count === 0) this.#pauses.forAll(delay);
    const reason = { kind: 'rate', delay, attempt: 1 } as const;
    this.#onEvent({ type: 'retry', target: group.options.target, reason });
    return { type: 'again', error };
  }
}
