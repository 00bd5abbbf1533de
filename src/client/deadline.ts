import { EventEmitter } from 'node:events';

/** The time limit of one attempt, joined with the caller's signal. */
export interface Deadline {
  /** Undici takes an emitter of `abort` for a signal, at a fraction of what a new AbortSignal costs. */
  readonly signal: EventEmitter;
  readonly expired: () => boolean;
  /** The answer has begun: from here on only the caller's signal counts. */
  readonly stopClock: () => void;
  /** Lets go of timer and signal. */
  readonly release: () => void;
}

/** @param timeout Milliseconds @param caller A signal that is not aborted yet */
export function startDeadline(timeout: number, caller: AbortSignal | undefined): Deadline {
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
