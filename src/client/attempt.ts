import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import request from 'undici/lib/api/api-request.js';
import type { Dispatcher } from 'undici';
import type { Endpoint } from '../api/index.js';
import { checkedAnswer, expectedBody, readFailure, withoutCodings } from './answer.js';
import { downloadedFile } from './download.js';
import { ServiceError, type ServiceErrorCode } from './errors.js';
import {
  fromAnswer,
  fromConnection,
  requestIdOf,
  type FailedAttempt,
  type RequestContext,
  singleHeader,
  type ResponseHeaders,
} from './failures.js';
import type { FileReceiver } from './files.js';
import type { CallOptions } from './options.js';
import type { PreparedRequest } from './request.js';

/** One request with everything that its attempts need. */
export interface Job {
  readonly endpoint: Endpoint;
  readonly request: PreparedRequest;
  readonly call: CallOptions;
  /** Milliseconds. */
  readonly timeout: number;
  readonly answersStream: boolean;
  readonly receiver: FileReceiver | undefined;
  readonly check: ((answer: never) => string | undefined) | undefined;
  /** Only called for failures. */
  readonly context: () => RequestContext;
  readonly now: () => number;
}

type Outcome = { readonly value: unknown } | FailedAttempt;

/** One attempt. @throws ServiceError `protocol`, and whatever `onAnswer` throws */
export function attempt(dispatcher: Dispatcher, job: Job): Promise<Outcome> {
  return job.answersStream ? attemptStream(dispatcher, job) : attemptData(dispatcher, job);
}

export function abortedError(
  context: RequestContext,
  signal: AbortSignal | undefined,
): ServiceError {
  return new ServiceError('aborted', `${context.method} ${context.path} was aborted`, {
    operation: context.operation,
    cause: context.redactor.cause(signal?.reason),
  });
}

function abortedAttempt(job: Job): FailedAttempt {
  return { failure: undefined, error: abortedError(job.context(), job.call.signal) };
}

function lateAttempt(job: Job): FailedAttempt {
  const { operation, method, origin, path } = job.context();
  const message = `${method} ${origin}${path}: no answer within ${job.timeout} ms`;
  return { failure: { kind: 'lost' }, error: new ServiceError('timeout', message, { operation }) };
}

/** An attempt whose answer cannot be used, so that another one would not help. */
function uselessAttempt(
  job: Job,
  problem: string,
  { code, cause }: { readonly code: ServiceErrorCode; readonly cause?: unknown },
): FailedAttempt {
  const { operation, method, path } = job.context();
  const message = `${method} ${path}: ${problem}`;
  return { failure: undefined, error: new ServiceError(code, message, { operation, cause }) };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Calls the caller's `onAnswer`. Its errors are passed on unchanged. */
function announce({ endpoint, call, context }: Job, status: number, headers: ResponseHeaders) {
  call.onAnswer?.({
    operation: endpoint.name,
    status,
    requestId: requestIdOf(headers, context().redactor),
    header: (name) => singleHeader(headers, name),
  });
}

async function readAnswer(
  job: Job,
  answer: Collected & { readonly kind: 'answer' },
): Promise<unknown> {
  const { endpoint } = job;
  const { status, headers, body } = answer;
  announce(job, status, headers);
  // Lets the listener's next request go out before this answer is parsed, because undici writes a
  // request one turn after it is queued. By then this answer is stored, so a kill loses only what
  // is in flight.
  if (job.call.onAnswer !== undefined) await setImmediate();
  const expected = expectedBody(endpoint, status);
  if (expected === 'empty' || expected === 'binary') return undefined;
  const details = () => ({
    status,
    requestId: requestIdOf(headers, job.context().redactor),
    operation: endpoint.name,
  });
  const value = checkedAnswer(endpoint, expected, {
    text: body.toString(),
    details,
    redact: (said) => job.context().redactor.text(said),
  });
  const problem = job.check?.(value as never);
  if (problem === undefined) return value;
  const message = `${endpoint.method} ${endpoint.path} answered ${problem}`;
  throw new ServiceError('protocol', message, details());
}

/**
 * An attempt whose answer is read completely or goes to a receiver. @throws ServiceError `protocol`
 */
async function attemptData(dispatcher: Dispatcher, job: Job): Promise<Outcome> {
  const { origin, path, headers, open } = job.request;
  const outcome = await collect(dispatcher, {
    origin,
    path,
    method: job.endpoint.method,
    headers,
    body: open(),
    timeout: job.timeout,
    signal: job.call.signal,
    receiver: job.receiver,
  });
  switch (outcome.kind) {
    case 'answer':
      return isSuccess(outcome.status)
        ? { value: await readAnswer(job, outcome) }
        : fromAnswer(job.context(), { ...outcome, body: outcome.body.toString() }, job.now());
    case 'late':
      return lateAttempt(job);
    case 'aborted':
      return abortedAttempt(job);
    case 'too-long':
      return uselessAttempt(job, `the response has more than ${longestAnswer} bytes`, {
        code: 'protocol',
      });
    case 'unwritten':
      return uselessAttempt(job, 'the downloaded file cannot be written', {
        code: 'file',
        cause: outcome.cause,
      });
    case 'broken':
      return fromConnection(job.context(), outcome.cause);
  }
}

/** One outgoing attempt. */
interface Outgoing {
  readonly origin: string;
  readonly path: string;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string | Readable | undefined;
  /**
   * Milliseconds for the whole attempt, including the answer; with a receiver, between two pieces.
   */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  /** Receives the body of a success. Undefined: the outcome contains it. */
  readonly receiver: FileReceiver | undefined;
}

/** The outcome of an attempt. */
type Collected =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: ResponseHeaders;
      /** Complete for a success, otherwise the part needed for a message. */
      readonly body: Buffer;
    }
  /** The answer was not complete within the timeout. */
  | { readonly kind: 'late' }
  | { readonly kind: 'aborted' }
  /** More than `longestAnswer`. */
  | { readonly kind: 'too-long' }
  /** The receiver threw an error. */
  | { readonly kind: 'unwritten'; readonly cause: unknown }
  | { readonly kind: 'broken'; readonly cause: unknown };

/** The most bytes of an answer kept in memory. Files are streams and have no limit. */
const longestAnswer = 67_108_864;

/** The most bytes kept of a failure. */
const longestFailure = 65_536;

const stopped = new Error('the request was cancelled because nothing waits for it any more');

function ignore(): void {
  // The attempt already has an outcome.
}

/**
 * Undici's lowest-level API. It saves the stream, listeners and promises that `request` creates for
 * each answer, because these answers are read completely anyway.
 */
class Collector implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<Collected>;
  #settle: (outcome: Collected) => void = ignore;
  #settled = false;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: ResponseHeaders = {};
  #chunks: Buffer[] = [];
  #length = 0;
  #receiver: FileReceiver | undefined;
  readonly #outgoing: Outgoing;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#stop({ kind: 'aborted' });

  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing;
    this.outcome = new Promise((resolve) => (this.#settle = resolve));
    this.#timer = setTimeout(
      () => this.#stop(this.#failure() ?? { kind: 'late' }),
      outgoing.timeout,
    );
    outgoing.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** May be called again if undici resends a request on another connection. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(stopped);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
  ): void {
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    // A body in a coding is decoded as a whole.
    if (!this.#succeeded() || headers['content-encoding'] !== undefined) return;
    this.#receiver = this.#outgoing.receiver;
    this.#pass((receiver) => receiver.begin());
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#receiver !== undefined) {
      this.#pass((receiver) => receiver.write(chunk));
      this.#timer.refresh();
      return;
    }
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length > longestFailure && !this.#succeeded()) this.#stop(this.#answer());
    else if (this.#length > longestAnswer) this.#stop({ kind: 'too-long' });
  }

  onResponseEnd(): void {
    const answer = this.#answer();
    if (this.#succeeded() && this.#receiver === undefined) {
      this.#receiver = this.#outgoing.receiver;
      this.#pass((receiver) => receiver.begin());
      this.#pass((receiver) => receiver.write(answer.body));
    }
    this.#pass((receiver) => receiver.end());
    this.#finish(answer);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, cause: Error): void {
    this.#finish(this.#failure() ?? { kind: 'broken', cause });
  }

  #pass(give: (receiver: FileReceiver) => void): void {
    if (this.#receiver === undefined || this.#settled) return;
    try {
      give(this.#receiver);
    } catch (cause) {
      this.#stop({ kind: 'unwritten', cause });
    }
  }

  #succeeded(): boolean {
    return this.#status >= 200 && this.#status < 300;
  }

  #answer(): Collected & { readonly kind: 'answer' } {
    const [first] = this.#chunks;
    const body =
      first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    const coding = this.#headers['content-encoding'];
    const decoded = coding === undefined ? body : withoutCodings(body, coding);
    return {
      kind: 'answer',
      status: this.#status,
      headers: this.#headers,
      body: this.#succeeded() ? decoded : decoded.subarray(0, longestFailure),
    };
  }

  /** A failure's status is enough if its body is incomplete. */
  #failure(): Collected | undefined {
    return this.#status >= 300 ? this.#answer() : undefined;
  }

  #stop(outcome: Collected): void {
    if (this.#settled) return;
    this.#finish(outcome);
    this.#controller?.abort(stopped);
  }

  #finish(outcome: Collected): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    const { signal, body } = this.#outgoing;
    signal?.removeEventListener('abort', this.#onAbort);
    if (typeof body === 'object' && !body.destroyed) body.on('error', ignore).destroy();
    this.#settle(outcome);
  }
}

/** Sends a request and reads its answer. Never rejects. */
function collect(dispatcher: Dispatcher, outgoing: Outgoing): Promise<Collected> {
  const collector = new Collector(outgoing);
  const { origin, path, method, headers, body = null } = outgoing;
  try {
    dispatcher.dispatch(
      // The timer above is the only one.
      { origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 },
      collector,
    );
  } catch (cause) {
    collector.onResponseError(null, cause as Error);
  }
  return collector.outcome;
}

/** An attempt whose answer is a stream for the caller. */
async function attemptStream(dispatcher: Dispatcher, job: Job): Promise<Outcome> {
  const { timeout, call } = job;
  const { origin, path, headers, open } = job.request;
  const deadline = startDeadline(timeout, call.signal);
  const broken = (cause: unknown): FailedAttempt => {
    if (call.signal?.aborted === true) return abortedAttempt(job);
    return deadline.expired() ? lateAttempt(job) : fromConnection(job.context(), cause);
  };
  let response: Dispatcher.ResponseData;
  try {
    response = await request.call(dispatcher, {
      origin,
      path,
      method: job.endpoint.method,
      headers,
      body: open() ?? null,
      signal: deadline.signal,
      headersTimeout: 0,
      // The deadline covers the start of the answer, this covers the caller's reading.
      bodyTimeout: timeout,
    });
  } catch (cause) {
    deadline.release();
    return broken(cause);
  }
  const { statusCode: status, body } = response;
  body.once('close', deadline.release);
  if (!isSuccess(status)) {
    const said = await readFailure(body);
    if (call.signal?.aborted === true) return abortedAttempt(job);
    return fromAnswer(job.context(), { status, headers: response.headers, body: said }, job.now());
  }
  deadline.stopClock();
  try {
    announce(job, status, response.headers);
  } catch (error) {
    body.destroy();
    throw error;
  }
  return { value: downloadedFile(body, response.headers, (cause) => broken(cause).error) };
}

/** The time limit of one attempt, combined with the caller's signal. */
interface Deadline {
  /** Undici accepts an emitter of `abort` as a signal, which costs a fraction of an AbortSignal. */
  readonly signal: EventEmitter;
  readonly expired: () => boolean;
  /** The answer has started: from now on, only the caller's signal aborts. */
  readonly stopClock: () => void;
  /** Releases the timer and the signal. */
  readonly release: () => void;
}

/** @param timeout milliseconds @param caller a signal that is not aborted yet */
function startDeadline(timeout: number, caller: AbortSignal | undefined): Deadline {
  const signal = new EventEmitter();
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    signal.emit('abort');
  }, timeout);
  const onAbort = () => signal.emit('abort');
  const stopClock = () => clearTimeout(timer);
  caller?.addEventListener('abort', onAbort, { once: true });
  return {
    signal,
    expired: () => expired,
    stopClock,
    release: () => {
      stopClock();
      caller?.removeEventListener('abort', onAbort);
    },
  };
}
