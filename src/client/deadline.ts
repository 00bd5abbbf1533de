/** The time limit of one attempt, joined with the caller's signal. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly expired: () => boolean;
  /** The answer has begun: from here on only the caller's signal counts. */
  readonly stopClock: () => void;
  /** Lets go of timer and signal. */
  readonly release: () => void;
}

/** @param timeout Milliseconds */
export function startDeadline(timeout: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let expired = false;
  const timer = setTimeout(() => {
    expired = true;
    controller.abort();
  }, timeout);
  const onAbort = () => controller.abort();
  const stopClock = () => clearTimeout(timer);
  caller?.addEventListener('abort', onAbort, { once: true });
  if (caller?.aborted === true) controller.abort();
  return {
    signal: controller.signal,
    expired: () => expired,
    stopClock,
    release: () => {
      stopClock();
      caller?.removeEventListener('abort', onAbort);
    },
  };
}
