import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { ResolvedConfig } from '../../config/index.js';
import { EMBEDDED } from '../../facts/index.js';
import { TranslatorError } from '../../model/index.js';
import type {
  FileReceiver,
  JobCall,
  JobProgress,
  JobServices,
  Problem,
} from '../../model/index.js';
import { sourceHash } from '../../lock/index.js';
import { hundredths } from './cost.js';
import type { JobJournal, OpenRecording } from './journal.js';
import { isFatal } from './problems.js';
import type { JobFailure } from './problems.js';
import type { BilledJobs, Job, JobContext, PlannedOutput } from './types.js';

/** Identifies this run's embedded service, whose jobs end with it. */
const THIS_RUN = `${process.pid} ${performance.timeOrigin}`;
/** Requests at a time if the config sets no number: each may carry a large file. */
const CONCURRENCY = 4;
/** Milliseconds that open requests have left after an interruption. */
const GRACE = 1_500;

/** The outcome of a result: kept here, failed, or still at the service. */
export type JobOutcome =
  | { readonly state: 'kept' }
  | ({ readonly state: 'failed' } & JobFailure)
  | { readonly state: 'open' };

/**
 * When a job's status is polled next: after a share of the elapsed time, within bounds in
 * milliseconds.
 */
export interface Pace {
  readonly share: number;
  readonly least: number;
  readonly most: number;
}

/** Milliseconds between two polls of any jobs: many jobs poll no more often than a few. */
const BETWEEN = 20;

/**
 * Milliseconds until the next poll.
 * @param elapsed milliseconds since the job was sent
 * @param waiting number of jobs that poll
 */
export function nextLook(elapsed: number, waiting: number, { share, least, most }: Pace): number {
  return Math.min(most, Math.max(least, BETWEEN * waiting, elapsed * share));
}

/**
 * Sends documents and recordings: queue, polling, counts. Stops after an error that would affect all
 * requests, or an interruption.
 */
export class Sender {
  readonly config: ResolvedConfig;
  readonly journal: JobJournal;
  readonly services: JobServices;
  /** `sourceHash` of the service's address. */
  readonly service: string;
  readonly outcomes = new Map<string, JobOutcome>();
  /** Problems besides the outcomes. */
  readonly problems: Problem[] = [];
  /** The error that stopped it. */
  fatal: TranslatorError | undefined;
  requests = 0;
  /** Jobs waiting for the service. */
  #waiting = 0;
  /** Billed characters of this run's uploads, as far as known. */
  readonly #billed = new Map<string, number>();
  /** Billed minutes of the recordings that this run sent, by job; undefined: they do not say. */
  readonly #heard = new Map<string, number | undefined>();
  readonly #limit: LimitFunction;
  readonly #oneByOne = pLimit(1);
  readonly #onEvent: JobContext['onEvent'];
  readonly #signal: AbortSignal;
  /** Ends open requests, a moment after an interruption. */
  readonly #grace = new AbortController();
  readonly #waits = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor({ config, signal, onEvent }: JobContext, journal: JobJournal, services: JobServices) {
    this.config = config;
    this.journal = journal;
    this.services = services;
    this.service = Sender.serviceOf(config);
    const { concurrency } = config.limits;
    this.#limit = pLimit(concurrency === 'auto' ? CONCURRENCY : concurrency);
    this.#onEvent = onEvent;
    this.#signal = signal;
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => {
    this.#waits.abort();
    this.#timer = setTimeout(() => this.#grace.abort(), GRACE);
  };

  close(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  /** `sourceHash` of the service's address: a job belongs to one service. */
  static serviceOf({ service }: ResolvedConfig): string {
    return sourceHash(service.url === EMBEDDED ? THIS_RUN : service.url);
  }

  /** Whether nothing new may be sent. */
  get #isStopped(): boolean {
    return this.fatal !== undefined || this.#signal.aborted;
  }

  /**
   * Sends a request when it is its turn.
   * @returns undefined if the run was stopped first
   * @throws TranslatorError; one that would affect all requests stops the run first
   */
  async request<T>(
    outputs: readonly PlannedOutput[],
    send: (call: JobCall) => Promise<T>,
    stops: (error: unknown) => boolean = isFatal,
  ): Promise<T | undefined> {
    return this.#limit(async () => {
      if (this.#isStopped) return undefined;
      this.requests += 1;
      try {
        return await send({
          signal: this.#grace.signal,
          onRetry: (reason) => {
            this.requests += 1;
            const target = outputs[0]?.request.target ?? '';
            this.#onEvent({ type: 'retry', target, reason });
          },
          onUnsent: () => (this.requests -= 1),
        });
      } catch (error) {
        if (!(error instanceof TranslatorError)) throw error;
        if (error.code === 'no-key') this.requests -= 1;
        if (error.code === 'aborted') return undefined;
        if (stops(error)) {
          this.fatal ??= error;
          this.#waits.abort();
        }
        throw error;
      }
    });
  }

  /**
   * Downloads a result into the journal. One at a time: a service returns each result only once, so
   * a killed process loses at most one.
   * @returns undefined if the run was stopped first
   */
  async download(
    outputs: readonly PlannedOutput[],
    receive: (receiver: FileReceiver, call: JobCall) => Promise<void>,
    stops?: (error: unknown) => boolean,
  ): Promise<true | undefined> {
    const key = outputs[0]?.key ?? '';
    const keep = async (call: JobCall): Promise<true> => {
      await this.journal.keep(key, (receiver) => receive(receiver, call));
      return true;
    };
    return this.#oneByOne(() => this.request(outputs, keep, stops));
  }

  /**
   * Polls a job until it is over.
   * @param look undefined if the run was stopped
   * @returns undefined if the run was stopped
   */
  async poll<T>(
    pace: Pace,
    look: () => Promise<T | undefined>,
    isOver: (state: T) => boolean,
  ): Promise<T | undefined> {
    const begun = performance.now();
    for (;;) {
      const state = await look();
      if (state === undefined || isOver(state)) return state;
      const { signal } = this.#waits;
      const milliseconds = nextLook(performance.now() - begun, this.#waiting, pace);
      await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
      if (this.#isStopped) return undefined;
    }
  }

  async whileWaiting(work: () => Promise<void>): Promise<void> {
    this.#waiting += 1;
    try {
      await work();
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Records that the audio of a job has arrived, which is billed unless all of its results fail. */
  heard({ key }: OpenRecording, outputs: readonly PlannedOutput[]): void {
    this.#heard.set(key, outputs.find((one) => one.minutes !== undefined)?.minutes);
  }

  /** Records that all results of a job have failed. */
  unheard({ key }: OpenRecording): void {
    if (this.#heard.has(key)) this.#heard.set(key, 0);
  }

  /** Records that a document was uploaded and will be billed. */
  began({ key, outputs }: Job): void {
    this.#billed.set(key, outputs[0]?.characters ?? 0);
  }

  /** @param characters as reported by the service; undefined if it does not report them */
  billed({ key }: Job, characters: number | undefined): void {
    if (characters !== undefined && this.#billed.has(key)) this.#billed.set(key, characters);
  }

  /** What the jobs that this run started are billed for. */
  get spent(): BilledJobs {
    const minutes = [...this.#heard.values()];
    return {
      characters: [...this.#billed.values()].reduce((sum, one) => sum + one, 0),
      minutes: hundredths(minutes.reduce<number>((sum, one = 0) => sum + one, 0)),
      begun: {
        documents: this.#billed.size,
        recordings: minutes.length,
        unmeasured: minutes.filter((one) => one === undefined).length,
      },
    };
  }

  /** @param outputs that share a result */
  settle(outputs: readonly PlannedOutput[], outcome: JobOutcome): void {
    this.outcomes.set(outputs[0]?.key ?? '', outcome);
    if (outcome.state === 'kept') this.tell(outputs, 'done');
    if (outcome.state === 'failed') this.tell(outputs, 'failed');
  }

  tell(
    outputs: readonly PlannedOutput[],
    state: JobProgress['state'],
    rest: { readonly secondsRemaining?: number | undefined } = {},
  ): void {
    const targets = outputs.map(({ output }) => output.path);
    const source = outputs[0]?.output.source ?? '';
    this.#onEvent({ type: 'job', source, targets, state, ...rest });
  }
}
