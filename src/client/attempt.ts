import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
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
  {
    status,
    headers,
    body,
  }: { readonly status: number; readonly headers: ResponseHeaders; readonly body: Buffer },
): Promise<unknown> {
  const { endpoint } = job;
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

/** The most bytes of an answer kept in memory. Files are streams and have no limit. */
const longestAnswer = 67_108_864;

function ignore(): void {
  // The attempt already has an outcome.
}

/** One attempt. @throws ServiceError `protocol`, and whatever `onAnswer` throws */
export async function attempt(dispatcher: Dispatcher, job: Job): Promise<Outcome> {
  const outgoing = job.request.open();
  try {
    return await attemptWith(outgoing, dispatcher, job);
  } finally {
    // An answer may come before the whole body was sent.
    if (typeof outgoing === 'object') outgoing.on('error', ignore).destroy();
  }
}

async function attemptWith(
  outgoing: string | Readable | undefined,
  dispatcher: Dispatcher,
  job: Job,
): Promise<Outcome> {
  const { timeout, call, receiver } = job;
  const { origin, path, headers: sent } = job.request;
  const deadline = startDeadline(timeout, call.signal);
  const broken = (cause: unknown): FailedAttempt => {
    if (call.signal?.aborted === true) return abortedAttempt(job);
    return deadline.expired() ? lateAttempt(job) : fromConnection(job.context(), cause);
  };
  let response: Dispatcher.ResponseData;
  try {
    const answer = request.call(dispatcher, {
      origin,
      path,
      method: job.endpoint.method,
      headers: sent,
      body: outgoing ?? null,
      signal: deadline.signal,
      headersTimeout: 0,
      // The deadline covers the start of the answer, this covers the caller's reading.
      bodyTimeout: job.answersStream ? timeout : 0,
    });
    // Undici does not give up a request that waits for its connection.
    response = await Promise.race([answer, rejectedBy(deadline.signal)]);
  } catch (cause) {
    deadline.release();
    return broken(cause);
  }
  const { statusCode: status, headers, body } = response;
  body.once('close', deadline.release);
  if (status < 200 || status >= 300) {
    const said = withoutCodings(await readFailure(body), headers['content-encoding']);
    if (call.signal?.aborted === true) return abortedAttempt(job);
    return fromAnswer(job.context(), { status, headers, body: said.toString() }, job.now());
  }
  if (job.answersStream) {
    deadline.stopClock();
    try {
      announce(job, status, headers);
    } catch (error) {
      body.destroy();
      throw error;
    }
    return { value: downloadedFile(body, headers, (cause) => broken(cause).error) };
  }
  // A body in a coding is decoded as a whole.
  const coding = headers['content-encoding'];
  const give = coding === undefined ? receiver : undefined;
  let problem: FailedAttempt | undefined;
  const written = (write: () => void): void => {
    if (problem !== undefined) return;
    try {
      write();
    } catch (cause) {
      const said = 'the downloaded file cannot be written';
      problem = uselessAttempt(job, said, { code: 'file', cause });
      body.destroy();
    }
  };
  const pieces: Buffer[] = [];
  let length = 0;
  written(() => give?.begin());
  // Each piece in the turn in which it arrives, as a receiver is promised.
  body.on('data', (piece: Buffer) => {
    if (problem !== undefined) return;
    if (give !== undefined) {
      deadline.restart();
      written(() => give.write(piece));
      return;
    }
    pieces.push(piece);
    length += piece.length;
    if (length <= longestAnswer) return;
    const said = `the response has more than ${longestAnswer} bytes`;
    problem = uselessAttempt(job, said, { code: 'protocol' });
    body.destroy();
  });
  try {
    await finished(body);
  } catch (cause) {
    return problem ?? broken(cause);
  }
  const whole = withoutCodings(Buffer.concat(pieces), coding);
  if (receiver !== undefined) {
    written(() => {
      if (give === undefined) {
        receiver.begin();
        receiver.write(whole);
      }
      receiver.end();
    });
  }
  return problem ?? { value: await readAnswer(job, { status, headers, body: whole }) };
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', reject, { once: true });
  });
}

/**
 * The time limit of one attempt, combined with the caller's signal.
 * @param timeout milliseconds @param caller a signal that is not aborted yet
 */
function startDeadline(timeout: number, caller: AbortSignal | undefined) {
  const both = new AbortController();
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    both.abort();
  }, timeout);
  const onAbort = () => both.abort();
  const stopClock = () => clearTimeout(timer);
  caller?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: both.signal,
    expired: () => expired,
    restart: () => timer.refresh(),
    /** The answer has started: from now on, only the caller's signal aborts. */
    stopClock,
    release: () => {
      stopClock();
      caller?.removeEventListener('abort', onAbort);
    },
  };
}
