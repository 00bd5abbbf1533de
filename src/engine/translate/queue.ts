import { TranslatorError } from '../../model/index.js';
import type {
  LocaleSyncError,
  TranslatorErrorCode,
  EngineEvent,
  TranslationAnswer,
  Translator,
} from '../../model/index.js';
import { amountsOf } from '../segments/batches.js';
import type { PackLimits } from '../segments/batches.js';
import type { Amounts, Answer, Batch, RequestGroup, Segment } from '../units/row.js';
import { limitReached } from '../limit.js';
import type { Concurrency } from './concurrency.js';
import { Counts } from './counts.js';
import { Refusals } from './refusals.js';
import type { BatchResult } from './refusals.js';
import { Stop } from './stop.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { Memory } from '../../state/index.js';
import { entryOf, isNoAnswer } from '../segments/segments.js';
import { memoryLost } from './keeping.js';

/** The memory, as far as requests need it. */
export interface Keeping {
  readonly put: Memory['put'];
  readonly hasRoom: Memory['hasRoom'];
  readonly isLimited: boolean;
  readonly failure: string | undefined;
}

interface RequestContext {
  readonly translator: Translator;
  readonly memory: Keeping;
  /**
   * Whether files can hold answers that the memory cannot. Otherwise nothing more is sent while
   * there is still room for the requests in flight.
   */
  readonly isKeptInFiles: () => boolean;
  readonly onEvent: (event: EngineEvent) => void;
}

/**
 * Sends batches one after the other and stores each answer in the memory before anything else uses
 * it.
 */
class Requests {
  readonly #context: RequestContext;
  readonly #counts: Counts;
  readonly #stop: Stop;
  readonly #backends = new Set<string>();

  constructor(context: RequestContext, { counts, stop }: { counts: Counts; stop: Stop }) {
    this.#context = context;
    this.#counts = counts;
    this.#stop = stop;
  }

  /**
   * @param onAnswered called when the answer has arrived, before it is read
   * @throws TranslatorError
   */
  async send(batch: Batch, onAnswered: () => void): Promise<ReadonlyMap<Segment, Answer>> {
    const answer = await this.#ask(batch, onAnswered);
    const { segments } = batch;
    const { texts } = answer;
    if (texts.length !== segments.length) {
      const message = `The service returned ${texts.length} texts for a request with ${segments.length}; none of them is used.`;
      throw new TranslatorError('protocol', message);
    }
    const answers = segments.map((segment, i) => [segment, { text: texts[i] ?? '' }] as const);
    // Into the memory first, so that whatever happens next, this is paid for once.
    this.#keep(batch, answers);
    this.#counts.answered(batch, answer.billedCharacters);
    this.#tellBackend(batch, answer);
    return new Map(answers);
  }

  async #ask(batch: Batch, onAnswered: () => void): Promise<TranslationAnswer> {
    const { translator, onEvent } = this.#context;
    const { options } = batch.group;
    const counts = this.#counts;
    const stoppable = this.#stop.watch();
    let wasUnsent = false;
    counts.requestBegins();
    try {
      return await translator.translate(
        { options, texts: batch.segments.map(({ text }) => text) },
        {
          signal: stoppable.signal,
          surfaceRate: true,
          onAnswered,
          onUnsent: () => {
            wasUnsent = true;
            counts.requestNotSent();
          },
          onRetry: (reason) => {
            if (!stoppable.retriesIn(reason.delay)) return;
            counts.requestRepeats();
            // A repetition of a request that was never sent is not an additional one.
            if (!wasUnsent) counts.expectRequests(1);
            wasUnsent = false;
            onEvent({ type: 'retry', target: options.target, reason });
          },
        },
      );
    } finally {
      counts.requestEnds();
      stoppable.ended();
    }
  }

  #keep(
    { group }: Batch,
    answers: readonly (readonly [Segment, { readonly text: string }])[],
  ): void {
    const { memory, isKeptInFiles } = this.#context;
    // An empty answer is a temporary fault: if remembered, it would be used forever.
    const entries = answers
      .filter(([segment, { text }]) => !isNoAnswer(segment.text, text))
      .map(([segment, { text }]) => entryOf(segment, text));
    const isKept = entries.length === 0 || memory.put(group.options.target, entries);
    if (isKept && memory.hasRoom()) return;
    if (memory.isLimited || !isKeptInFiles()) this.#stop.fail(memoryLost(memory));
  }

  #tellBackend({ group }: Batch, { backend }: TranslationAnswer): void {
    const { target } = group.options;
    if (backend === undefined || this.#backends.has(`${target} ${backend}`)) return;
    this.#backends.add(`${target} ${backend}`);
    this.#context.onEvent({ type: 'backend', target, name: backend });
  }
}

export interface QueueContext extends RequestContext {
  readonly concurrency: Concurrency;
  /** The most characters that may be billed. Default: no limit. */
  readonly most?: number | undefined;
  /** Interrupts the run: nothing new is sent, and requests in flight get a moment to finish. */
  readonly signal: AbortSignal;
}

/** Called with answers and failures as they arrive, once answers are in the memory. */
type OnAnswers = (answers: ReadonlyMap<Segment, Answer>) => void;

/** What was actually sent and billed. */
export interface SendResult extends Amounts {
  /** The error that ended the run before everything was answered. */
  readonly fatal: LocaleSyncError | undefined;
}

/** A request in flight. Only the first call counts; later ones have no effect. */
interface Flight {
  /** It was answered. */
  answered(): void;
  /** It was refused for its rate. */
  refused(): void;
  /** It ended in another way. */
  ended(): void;
}

/** The largest share of a latency during which this process may have been busy. */
const MOST_OWN = 0.5;

/** Measures how long an answer took. */
class Stopwatch {
  readonly #start = performance.now();
  readonly #idle = performance.eventLoopUtilization().idle;

  /** Milliseconds; undefined if this process was mostly busy and may have read the answer late. */
  get latency(): number | undefined {
    const latency = performance.now() - this.#start;
    const waited = performance.eventLoopUtilization().idle - this.#idle;
    return waited < latency * (1 - MOST_OWN) ? undefined : latency;
  }
}

/** Runs tasks in order, as many at a time as the concurrency allows. */
export class InFlight {
  readonly #concurrency: Concurrency;
  readonly #limit: LimitFunction;
  #count = 0;
  /** Set while the concurrency is about to change by itself. */
  #timer: NodeJS.Timeout | undefined;

  constructor(concurrency: Concurrency) {
    this.#concurrency = concurrency;
    this.#limit = pLimit(concurrency.limit);
  }

  /** Number of requests that are not answered yet. */
  get count(): number {
    return this.#count;
  }

  /**
   * Runs a task when it is its turn. The task may free its place before it ends, so that another
   * one starts.
   */
  inTurn<T>(task: (free: () => void) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      void this.#limit(
        () =>
          new Promise<void>((free) => {
            void task(free).then(resolve, reject).finally(free);
          }),
      );
    });
  }

  /** Called when a request is sent. */
  start(): Flight {
    this.#count += 1;
    const concurrency = this.#concurrency;
    const watch = new Stopwatch();
    const sent = concurrency.started(this.#count);
    this.#adjust();
    let isOpen = true;
    const end = (tell: () => void): void => {
      if (!isOpen) return;
      isOpen = false;
      tell();
      this.#count -= 1;
      this.#adjust();
    };
    return {
      answered: () => end(() => concurrency.succeeded(sent, watch.latency)),
      refused: () => end(() => concurrency.refused(sent)),
      ended: () => end(() => undefined),
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #adjust(): void {
    const { limit, pause } = this.#concurrency;
    if (this.#limit.concurrency !== limit) this.#limit.concurrency = limit;
    if (pause <= 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#adjust();
    }, Math.ceil(pause));
  }
}

/** Waits on behalf of the service, or after a refusal. An interruption of the run ends it. */
export class Pauses {
  readonly #signal: AbortSignal;
  /** No request starts before this time (`performance.now()`). */
  #until = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Makes every request wait for some milliseconds. */
  forAll(milliseconds: number): void {
    this.#until = performance.now() + milliseconds;
  }

  /** Resolves when requests may start. */
  over(): Promise<void> {
    return this.wait(this.#until - performance.now());
  }

  async wait(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    await sleep(milliseconds, undefined, { signal: this.#signal }).catch(() => undefined);
  }
}

/** Milliseconds before a refused batch is tried again if the service gives no time: full jitter. */
export function backOff(refusals: number): number {
  return Math.random() * Math.min(20_000, 250 * 3 ** (refusals - 1));
}

/**
 * Number of texts that may wait for answers while more is planned: a plan takes several times the
 * memory of its texts.
 */
const PLANNED_AHEAD = 10_000;
/**
 * A batch fails after this many refusals for its rate without any answer in between. One that says
 * how long to wait is none: a queue that only waits loses nothing.
 */
const MAX_REFUSALS = 6;
/** Milliseconds of such waits without any answer after which it fails too. */
const LONGEST_WAIT = 600_000;
/**
 * The longest `Retry-After` that is obeyed, in milliseconds: about what a person or a CI job waits
 * for. If the service asks for more, the run ends with an error.
 */
const LONGEST_PAUSE = 120_000;
/** Errors that every other request would meet too. */
const FATAL: ReadonlySet<TranslatorErrorCode> = new Set([
  'no-key',
  'forbidden',
  'quota',
  'network',
]);
/** The result if the run ended before there was an answer. */
const UNANSWERED: BatchResult = { type: 'answers', answers: new Map() };

/** The single queue of a run: all batches of all targets, in order, with limited concurrency. */
export class Queue {
  readonly #onAnswers: OnAnswers;
  readonly #onEvent: QueueContext['onEvent'];
  readonly #most: number;
  readonly #counts: Counts;
  readonly #stop: Stop;
  readonly #pauses: Pauses;
  readonly #inFlight: InFlight;
  readonly #refusals: Refusals;
  readonly #requests: Requests;
  #deliveries: Promise<void>[] = [];
  /** Requests so far. */
  #sent = 0;
  /** Texts of unfinished batches. */
  #waiting = 0;
  #onRoom: (() => void) | undefined;

  constructor(context: QueueContext, onAnswers: OnAnswers) {
    const { translator, signal } = context;
    this.#onAnswers = onAnswers;
    this.#onEvent = context.onEvent;
    this.#most = context.most ?? Infinity;
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

  /** Body limits, by what the service has accepted so far. */
  limitsOf(group: RequestGroup): PackLimits {
    return this.#refusals.limitsOf(group);
  }

  add(batches: readonly Batch[]): void {
    const amounts = amountsOf(batches);
    if (this.#counts.expected + amounts.characters > this.#most) {
      this.#stop.fail(limitReached(amounts.characters));
      return;
    }
    this.#counts.expect(amounts);
    for (const batch of batches) {
      this.#waiting += batch.segments.length;
      const delivery = this.#deliver(batch).finally(() => this.#delivered(batch));
      // `drained` reports the error.
      delivery.catch(() => undefined);
      this.#deliveries.push(delivery);
    }
  }

  /** Starts reporting progress. */
  showProgress(): void {
    this.#counts.show();
  }

  /** Resolves when few enough texts wait for answers to plan more. */
  async hasRoom(): Promise<void> {
    if (this.#waiting < PLANNED_AHEAD) return;
    // This may take a while, so progress is shown; the totals grow with the next plan.
    this.showProgress();
    await new Promise<void>((resolve) => (this.#onRoom = resolve));
  }

  /** Resolves when every batch has been answered or has failed, or the run was stopped. */
  async drained(): Promise<void> {
    const deliveries = this.#deliveries;
    this.#deliveries = [];
    await Promise.all(deliveries);
  }

  /** Called when no more batches will be added. */
  close(): void {
    this.#stop.close();
    this.#inFlight.close();
  }

  result(): SendResult {
    // If nothing was answered at all, the service as a whole is the problem.
    const lastRefusal = this.#counts.answers === 0 ? this.#refusals.last : undefined;
    return { ...this.#counts.sent, fatal: this.#stop.fatal ?? lastRefusal };
  }

  #delivered({ segments }: Batch): void {
    this.#waiting -= segments.length;
    if (this.#waiting >= PLANNED_AHEAD) return;
    this.#onRoom?.();
    this.#onRoom = undefined;
  }

  /**
   * Completes one batch: repeats it after refusals for its rate, and sends its parts after a split.
   */
  async #deliver(batch: Batch): Promise<void> {
    let [refusals, waited] = [0, 0];
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
      if (this.#counts.answers > answers) [refusals, waited] = [0, 0];
      ({ answers } = this.#counts);
      const asked = result.error.retryAfter ?? 0;
      if (asked > 0) waited += Math.max(asked, 1000);
      else refusals += 1;
      if (refusals >= MAX_REFUSALS || waited > LONGEST_WAIT) {
        const givenUp = this.#refusals.giveUp(batch, result.error);
        if (givenUp.type === 'answers') this.#onAnswers(givenUp.answers);
        return;
      }
      await this.#pauses.wait(result.error.retryAfter ?? backOff(refusals));
    }
  }

  /**
   * @param free frees the batch's place as soon as the answer has arrived, so that the next request
   * is prepared before this answer is read
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

  /** Returns a function to call on the answer or failure. */
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
    // Without a key or an address, no request was made.
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
    // With nothing else in flight, concurrency is not the cause: all requests wait.
    if (this.#inFlight.count === 0) this.#pauses.forAll(delay);
    const reason = { kind: 'rate', delay, attempt: 1 } as const;
    this.#onEvent({ type: 'retry', target: group.options.target, reason });
    return { type: 'again', error };
  }
}
