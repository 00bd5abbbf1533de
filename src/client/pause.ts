import { ServiceError } from './errors.js';
import type { Clock } from './options.js';

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
