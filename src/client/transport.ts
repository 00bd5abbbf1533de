import type { Dispatcher } from 'undici';
import type { Endpoint } from '../api/endpoint.js';
import { checkedAnswer, expectedBody, readFailure } from './answer.js';
import { startDeadline, type Deadline } from './deadline.js';
import { downloadedFile } from './download.js';
import { singleHeader } from './headers.js';
import { ServiceError } from './errors.js';
import {
  fromAnswer,
  fromConnection,
  requestIdOf,
  type FailedAttempt,
  type RequestContext,
} from './failures.js';
import type { CallOptions, Settings } from './options.js';
import { pause } from './pause.js';
import { createRedactor, type Redactor } from './redact.js';
import { prepareRequest, type Answer, type PreparedRequest, type RequestInput } from './request.js';
import { retryDelay, retryKind } from './retry.js';

/** Sends a request as its endpoint's description says and gives the checked answer. @throws ServiceError */
export type Send = <E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
  call?: CallOptions,
) => Promise<Answer<E>>;

export interface TransportOptions {
  readonly settings: Settings;
  readonly dispatcher: Dispatcher;
  /** What must never reach an error, keys included. */
  readonly secrets: readonly string[];
}

/** One request with everything that its attempts need. */
interface Job {
  readonly endpoint: Endpoint;
  readonly request: PreparedRequest;
  readonly call: CallOptions;
  readonly timeout: number;
  readonly answersFile: boolean;
  readonly check: ((answer: never) => string | undefined) | undefined;
  readonly context: () => RequestContext;
}

type Outcome = { readonly value: unknown } | FailedAttempt;

const defaultTimeout = 60_000;
const uploadTimeout = 600_000;

function aborted(context: RequestContext, signal: AbortSignal | undefined): ServiceError {
  return new ServiceError('aborted', `${context.method} ${context.path} was aborted`, {
    operation: context.operation,
    cause: context.redactor.cause(signal?.reason),
  });
}

function brokenConnection(job: Job, deadline: Deadline, cause: unknown): FailedAttempt {
  const context = job.context();
  if (job.call.signal?.aborted === true) {
    return { failure: undefined, error: aborted(context, job.call.signal) };
  }
  if (!deadline.expired()) return fromConnection(context, cause);
  const message = `${context.method} ${context.origin}${context.path}: no answer within ${job.timeout} ms`;
  return {
    failure: { kind: 'lost' },
    error: new ServiceError('timeout', message, { operation: context.operation }),
  };
}

async function readAnswer(
  job: Job,
  response: Dispatcher.ResponseData,
  deadline: Deadline,
): Promise<unknown> {
  const { endpoint, call } = job;
  const { statusCode: status, headers, body } = response;
  call.onAnswer?.({
    operation: endpoint.name,
    status,
    requestId: requestIdOf(headers, job.context().redactor),
    header: (name) => singleHeader(headers, name),
  });
  const expected = expectedBody(endpoint, status);
  if (expected === 'binary') {
    deadline.stopClock();
    body.once('close', deadline.release);
    return downloadedFile(body, headers, (cause) => brokenConnection(job, deadline, cause).error);
  }
  if (expected === 'empty') {
    await body.dump();
    return undefined;
  }
  const text = await body.text();
  const redactor = (): Redactor => job.context().redactor;
  const details = () => ({
    status,
    requestId: requestIdOf(headers, redactor()),
    operation: endpoint.name,
  });
  const answer = checkedAnswer(endpoint, expected, {
    text,
    get details() {
      return details();
    },
    redact: (said) => redactor().text(said),
  });
  const problem = job.check?.(answer as never);
  if (problem === undefined) return answer;
  throw new ServiceError(
    'protocol',
    `${endpoint.method} ${endpoint.path} answered ${problem}`,
    details(),
  );
}

async function attemptOnce({ settings, dispatcher }: TransportOptions, job: Job): Promise<Outcome> {
  const { origin, path, headers, open } = job.request;
  const deadline = startDeadline(job.timeout, job.call.signal);
  let file = false;
  try {
    const response = await dispatcher.request({
      origin,
      path,
      method: job.endpoint.method,
      headers,
      body: open() ?? null,
      signal: deadline.signal,
      headersTimeout: 0,
      // The deadline sees to answers that are read here, this to files that the caller reads.
      bodyTimeout: job.answersFile ? job.timeout : 0,
    });
    const { statusCode: status } = response;
    if (status >= 200 && status < 300) {
      file = expectedBody(job.endpoint, status) === 'binary';
      return { value: await readAnswer(job, response, deadline) };
    }
    const body = await readFailure(response.body);
    if (job.call.signal?.aborted === true) throw job.call.signal.reason;
    const answer = { status, headers: response.headers, body };
    return fromAnswer(job.context(), answer, settings.clock.now());
  } catch (cause) {
    if (cause instanceof ServiceError) return { failure: undefined, error: cause };
    return brokenConnection(job, deadline, cause);
  } finally {
    if (!file) deadline.release();
  }
}

/** Waits before the next attempt, or throws the error if there is none to be. */
async function beforeRetry(
  options: TransportOptions,
  job: Job,
  failed: FailedAttempt,
  attempt: number,
): Promise<void> {
  const { settings } = options;
  const { failure, error } = failed;
  const kind =
    failure !== undefined && job.request.replayable
      ? retryKind(failure, job.endpoint.repeatable)
      : undefined;
  if (failure === undefined || kind === undefined || attempt >= settings.retry.attempts)
    throw error;
  if (job.call.leave?.includes(kind) === true) throw error;
  const { delay, asked } = retryDelay(attempt, failure, {
    now: settings.clock.now(),
    random: settings.clock.random(),
    policy: settings.retry,
  });
  const notice = {
    kind,
    operation: job.endpoint.name,
    attempt,
    delay,
    asked,
    status: error.status,
  };
  settings.onRetry?.(notice);
  job.call.onRetry?.(notice);
  await pause(settings.clock, delay, job.call.signal);
}

/** A deletion whose first answer was lost finds nothing left to delete. */
function isAlreadyDone(job: Job, failed: FailedAttempt, uncertain: boolean): boolean {
  return uncertain && job.endpoint.method === 'DELETE' && failed.error.status === 404;
}

async function run(options: TransportOptions, job: Job): Promise<unknown> {
  let uncertain = false;
  for (let attempt = 1; ; attempt += 1) {
    if (job.call.signal?.aborted === true) throw aborted(job.context(), job.call.signal);
    const outcome = await attemptOnce(options, job);
    if ('value' in outcome) return outcome.value;
    if (isAlreadyDone(job, outcome, uncertain)) return undefined;
    await beforeRetry(options, job, outcome, attempt);
    uncertain ||= outcome.failure?.kind === 'lost' || outcome.error.code === 'server';
  }
}

/** The one function that every operation goes through. */
export function createSend(options: TransportOptions): Send {
  const { settings } = options;
  return async <E extends Endpoint>(
    endpoint: E,
    input: RequestInput<E>,
    call: CallOptions = {},
  ): Promise<Answer<E>> => {
    const request = prepareRequest(settings, endpoint, input);
    const job: Job = {
      endpoint,
      request,
      call,
      timeout:
        call.timeout ??
        settings.timeout ??
        (input.file === undefined ? defaultTimeout : uploadTimeout),
      answersFile: Object.values(endpoint.responses).includes('binary'),
      check: input.check,
      context: () => ({
        operation: endpoint.name,
        method: endpoint.method,
        path: endpoint.path,
        origin: request.origin,
        redactor: createRedactor([
          ...options.secrets,
          ...(input.secrets ?? []),
          ...(input.signature === undefined ? [] : [input.signature]),
        ]),
      }),
    };
    return (await run(options, job)) as Answer<E>;
  };
}
