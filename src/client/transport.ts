import type { Dispatcher } from 'undici';
import type { Endpoint } from '../api/index.js';
import { expectedBody } from './answer.js';
import { abortedError, attempt as attemptOnce, type Job } from './attempt.js';
import { openDispatcher, proxySecrets } from './dispatcher.js';
import { ServiceError } from './errors.js';
import { createRedactor, type FailedAttempt } from './failures.js';
import { resolveSettings } from './options.js';
import type { CallOptions, ClientOptions, Settings, Clock } from './options.js';
import { prepareRequest, type Answer, type RequestInput } from './request.js';
import { retryDelay, retryKind } from './retry.js';

/**
 * Sends a request as its endpoint describes, and returns the checked answer.
 * @throws ServiceError
 */
export type Send = <E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
  call?: CallOptions,
) => Promise<Answer<E>>;

/** How all areas of a client send requests. */
interface OpenSend {
  readonly send: Send;
  readonly settings: Settings;
  /**
   * Closes all connections and aborts requests in flight. A dispatcher passed in by the caller
   * stays open.
   */
  readonly close: () => Promise<void>;
}

/** @throws ServiceError `bad-request` or `no-key` for options that cannot work */
export function openSend(options: ClientOptions): OpenSend {
  const settings = resolveSettings(options);
  const { dispatcher, close } = openDispatcher(options);
  const secrets = [settings.keys.developer, settings.keys.admin, ...proxySecrets(options)];
  return { send: createSend({ settings, dispatcher, secrets }), settings, close };
}

interface TransportOptions {
  readonly settings: Settings;
  readonly dispatcher: Dispatcher;
  /** Texts that must never appear in an error, including keys. */
  readonly secrets: readonly string[];
}

const defaultTimeout = 60_000;
const uploadTimeout = 600_000;

/**
 * The longest delay of a timer, 25 days. A longer one, such as Infinity, would fire after a
 * millisecond.
 */
const longestTimeout = 2_147_483_647;

/** @throws ServiceError `bad-request` */
function checkTimeout(milliseconds: number): number {
  if (milliseconds > 0) return Math.min(milliseconds, longestTimeout);
  throw new ServiceError('bad-request', `timeout must be more than 0 ms, not ${milliseconds}`);
}

/** Waits before the next attempt, or throws the error after the last one. */
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

/** Whether a 404 means that an earlier deletion, whose answer was lost, succeeded. */
function isAlreadyDone(job: Job, failed: FailedAttempt, uncertain: boolean): boolean {
  return uncertain && job.endpoint.method === 'DELETE' && failed.error.status === 404;
}

async function run(options: TransportOptions, job: Job): Promise<unknown> {
  let uncertain = false;
  for (let attempt = 1; ; attempt += 1) {
    if (job.call.signal?.aborted === true) throw abortedError(job.context(), job.call.signal);
    const outcome = await attemptOnce(options.dispatcher, job);
    if ('value' in outcome) return outcome.value;
    if (outcome.unsent === true) job.call.onUnsent?.();
    if (isAlreadyDone(job, outcome, uncertain)) return undefined;
    await beforeRetry(options, job, outcome, attempt);
    uncertain ||= outcome.failure?.kind === 'lost' || outcome.error.code === 'server';
  }
}

/** The function that all operations go through. */
function createSend(options: TransportOptions): Send {
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
      timeout: checkTimeout(
        call.timeout ??
          settings.timeout ??
          (input.file === undefined ? defaultTimeout : uploadTimeout),
      ),
      answersStream: input.receiver === undefined && expectedBody(endpoint, 200) === 'binary',
      receiver: input.receiver,
      now: settings.clock.now,
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

/** Waits. @throws ServiceError `aborted` */
export async function pause(
  clock: Clock,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await clock.sleep(milliseconds, signal);
  } catch (cause) {
    if (signal?.aborted !== true) throw cause;
    throw new ServiceError('aborted', 'aborted while waiting', { cause: signal.reason });
  }
}

/** Polling intervals in milliseconds. */
export interface PollPolicy {
  readonly interval: number;
  readonly factor: number;
  readonly maxInterval: number;
}

/**
 * Milliseconds until the next poll. A hint from the service can only shorten the wait, because it
 * may be far too large.
 */
export function pollDelay(count: number, policy: PollPolicy, secondsRemaining?: number): number {
  const backOff = Math.min(policy.maxInterval, policy.interval * policy.factor ** count);
  if (secondsRemaining === undefined || !(secondsRemaining >= 0)) return Math.round(backOff);
  return Math.round(Math.min(backOff, Math.max(policy.interval, secondsRemaining * 1000)));
}
