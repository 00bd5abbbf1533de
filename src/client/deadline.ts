import { EventEmitter } from 'node:events';

/** The time limit of one attempt, combined with the caller's signal. */
export interface Deadline {
  /** Undici accepts an emitter of `abort` as a signal, which costs a fraction of an AbortSignal. */
  readonly signal: EventEmitter;
  readonly expired: () => boolean;
  /** The answer has started: from now on, only the caller's signal aborts. */
  readonly stopClock: () => void;
  /** Releases the timer and the signal. */
  readonly release: () => void;
}

/** @param timeout milliseconds @param caller a signal that is not aborted yet */
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
