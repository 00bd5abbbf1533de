import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { ResolvedConfig } from '../../config/index.js';
import { EMBEDDED } from '../../facts/index.js';
import { TranslatorError } from '../../model/index.js';
import type { EngineEvent, JobCall, JobProgress, JobServices, Problem } from '../../model/index.js';
import { sourceHash } from '../../lock/index.js';
import type { JobJournal } from './journal.js';
import type { JobFailure } from './problems.js';
import { isFatal, JobStop } from './stop.js';
import type { DocumentJob, PlannedOutput } from './types.js';

/** Identifies this run's embedded service, whose jobs end with it. */
const THIS_RUN = `${process.pid} ${performance.timeOrigin}`;
/** Requests at a time if the config sets no number: each may carry a large file. */
const CONCURRENCY = 4;

export interface SenderContext {
  readonly config: ResolvedConfig;
  readonly journal: JobJournal;
  readonly services: JobServices;
  readonly signal: AbortSignal;
  readonly onEvent: (event: EngineEvent) => void;
}

/** The outcome of a result: kept here, failed, or still at the service. */
export type JobOutcome =
  | { readonly state: 'kept' }
  | ({ readonly state: 'failed' } & JobFailure)
  | { readonly state: 'open' };

/** State shared by documents and recordings while they are sent: queue, stop, counts. */
export class Sender {
  readonly config: ResolvedConfig;
  readonly journal: JobJournal;
  readonly services: JobServices;
  readonly stop: JobStop;
  /** `sourceHash` of the service's address. */
  readonly service: string;
  readonly outcomes = new Map<string, JobOutcome>();
  /** Problems besides the outcomes. */
  readonly problems: Problem[] = [];
  requests = 0;
  /** Jobs waiting for the service. */
  waiting = 0;
  /** Jobs started by this run. */
  readonly begun = { documents: 0, recordings: 0 };
  /** Billed characters of this run's uploads, as far as known. */
  readonly #billed = new Map<string, number>();
  readonly #limit: LimitFunction;
  readonly #oneByOne = pLimit(1);
  readonly #onEvent: SenderContext['onEvent'];

  constructor({ config, journal, services, signal, onEvent }: SenderContext) {
    this.config = config;
    this.journal = journal;
    this.services = services;
    this.stop = new JobStop(signal);
    this.service = Sender.serviceOf(config);
    const { concurrency } = config.limits;
    this.#limit = pLimit(concurrency === 'auto' ? CONCURRENCY : concurrency);
    this.#onEvent = onEvent;
  }

  /** `sourceHash` of the service's address: a job belongs to one service. */
  static serviceOf({ service }: ResolvedConfig): string {
    return sourceHash(service.url === EMBEDDED ? THIS_RUN : service.url);
  }

  /**
   * Sends a request when it is its turn.
   * @returns undefined if the run was stopped first
   * @throws TranslatorError; one that would affect all requests stops the run first
   */
  async request<T>(
    outputs: readonly PlannedOutput[],
    send: (call: JobCall) => Promise<T>,
    { isFatal: stops = isFatal }: { readonly isFatal?: (error: unknown) => boolean } = {},
  ): Promise<T | undefined> {
    return this.#limit(async () => {
      if (this.stop.isStopped) return undefined;
      this.requests += 1;
      try {
        return await send(this.#call(outputs));
      } catch (error) {
        if (error instanceof TranslatorError && error.code === 'no-key') this.requests -= 1;
        if (isAborted(error)) return undefined;
        if (error instanceof TranslatorError && stops(error)) this.stop.fail(error);
        throw error;
      }
    });
  }

  /**
   * The same for results, one at a time: a service returns each result only once, so a killed
   * process loses at most one.
   */
  async download<T>(
    outputs: readonly PlannedOutput[],
    send: (call: JobCall) => Promise<T>,
    options?: { readonly isFatal?: (error: unknown) => boolean },
  ): Promise<T | undefined> {
    return this.#oneByOne(() => this.request(outputs, send, options));
  }

  /** Records that a document was uploaded and will be billed. */
  began({ key, outputs }: DocumentJob): void {
    this.begun.documents += 1;
    this.#billed.set(key, outputs[0]?.characters ?? 0);
  }

  /** @param characters as reported by the service; undefined if it does not report them */
  billed({ key }: DocumentJob, characters: number | undefined): void {
    if (characters !== undefined && this.#billed.has(key)) this.#billed.set(key, characters);
  }

  /** Billed characters of the jobs that this run started. */
  get characters(): number {
    return [...this.#billed.values()].reduce((sum, one) => sum + one, 0);
  }

  async whileWaiting(work: () => Promise<void>): Promise<void> {
    this.waiting += 1;
    try {
      await work();
    } finally {
      this.waiting -= 1;
    }
  }

  settle(key: string, outcome: JobOutcome, outputs: readonly PlannedOutput[]): void {
    this.outcomes.set(key, outcome);
    if (outcome.state === 'kept') this.tell(outputs, { state: 'done' });
    if (outcome.state === 'failed') this.tell(outputs, { state: 'failed' });
  }

  tell(
    outputs: readonly PlannedOutput[],
    progress: Pick<JobProgress, 'state' | 'secondsRemaining'>,
  ): void {
    const targets = outputs.map(({ output }) => output.path);
    this.#onEvent({ type: 'job', source: outputs[0]?.output.source ?? '', targets, ...progress });
  }

  #call(outputs: readonly PlannedOutput[]): JobCall {
    const [first] = outputs;
    return {
      signal: this.stop.requests,
      onRetry: (reason) => {
        this.requests += 1;
        this.#onEvent({ type: 'retry', target: first?.request.target ?? '', reason });
      },
      onUnsent: () => (this.requests -= 1),
    };
  }
}

export function isAborted(error: unknown): boolean {
  return error instanceof TranslatorError && error.code === 'aborted';
}
