/** Polling intervals in milliseconds. */
export interface PollPolicy {
  readonly interval: number;
  readonly factor: number;
  readonly maxInterval: number;
}

export const documentPoll: PollPolicy = { interval: 500, factor: 1.5, maxInterval: 15_000 };

/** 5 seconds is the recommended interval for voice jobs (interface.md 4.10). */
export const voicePoll: PollPolicy = { interval: 5000, factor: 1, maxInterval: 5000 };

/**
 * Milliseconds until the next poll. A hint from the service can only shorten the wait, because it
 * may be far too large.
 */
export function pollDelay(count: number, policy: PollPolicy, secondsRemaining?: number): number {
  const backOff = Math.min(policy.maxInterval, policy.interval * policy.factor ** count);
  if (secondsRemaining === undefined || !(secondsRemaining >= 0)) return Math.round(backOff);
  return Math.round(Math.min(backOff, Math.max(policy.interval, secondsRemaining * 1000)));
}
