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
  settings: Settings,
  job: Job,
  failed: FailedAttempt,
  attempt: number,
): Promise<void> {
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

async function run(settings: Settings, dispatcher: Dispatcher, job: Job): Promise<unknown> {
  let uncertain = false;
  for (let attempt = 1; ; attempt += 1) {
    if (job.call.signal?.aborted === true) throw abortedError(job.context(), job.call.signal);
    const outcome = await attemptOnce(dispatcher, job);
    if ('value' in outcome) return outcome.value;
    if (outcome.unsent === true) job.call.onUnsent?.();
    // A 404 means that an earlier deletion, whose answer was lost, succeeded.
    if (uncertain && job.endpoint.method === 'DELETE' && outcome.error.status === 404) return;
    await beforeRetry(settings, job, outcome, attempt);
    uncertain ||= outcome.failure?.kind === 'lost' || outcome.error.code === 'server';
  }
}

/**
 * How all areas of a client send requests. `close` closes all connections and aborts requests in
 * flight; a dispatcher of the caller stays open.
 * @throws ServiceError `bad-request` or `no-key` for options that cannot work
 */
export function openSend(options: ClientOptions) {
  const settings = resolveSettings(options);
  const { dispatcher, close } = openDispatcher(options);
  // Texts that must never appear in an error.
  const secrets = [settings.keys.developer, settings.keys.admin, ...proxySecrets(options)];

  const send: Send = async <E extends Endpoint>(
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
          ...secrets,
          ...(input.secrets ?? []),
          ...(input.signature === undefined ? [] : [input.signature]),
        ]),
      }),
    };
    return (await run(settings, dispatcher, job)) as Answer<E>;
  };
  return { send, settings, close };
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
