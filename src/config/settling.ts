import { syntaxError } from './document.js';
import type { ConfigError } from './errors.js';

/** Milliseconds until a message explains the wait, and until the wait ends. */
interface WaitLimits {
  readonly slow: number;
  readonly end: number;
}

const LIMITS: WaitLimits = { slow: 5_000, end: 60_000 };

const HINT =
  'Look for a promise that never settles, a top-level await, or a request without a timeout.';

interface Waiting {
  readonly file: string;
  /** Aborts the wait: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called at most once, with a sentence that explains the wait. */
  readonly onSlow?: ((message: string) => void) | undefined;
  readonly limits?: WaitLimits;
}

/**
 * Waits a limited time for a config that is code. If nothing can settle the promise any more, Node
 * would end the process as if it had succeeded, so that also ends the wait.
 * @throws ConfigError 'unsettled'
 */
export async function settled<T>(work: Promise<T>, waiting: Waiting): Promise<T> {
  const { file, signal, onSlow, limits = LIMITS } = waiting;
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal?.reason);
  const onEmpty = (): void => stop.abort(unsettled(file, 'a promise in it never settles.'));
  const onLate = (): void => {
    stop.abort(unsettled(file, `it took more than ${limits.end / 1000} s.`));
  };
  const slow = setTimeout(() => onSlow?.(`Waiting for ${file} to finish loading.`), limits.slow);
  const end = setTimeout(onLate, limits.end);
  // If nothing else keeps the process alive, nothing else can settle the promise.
  slow.unref();
  end.unref();
  process.once('beforeExit', onEmpty);
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted === true) onAbort();
  try {
    return await Promise.race([work, rejectedBy(stop.signal)]);
  } finally {
    clearTimeout(slow);
    clearTimeout(end);
    process.off('beforeExit', onEmpty);
    signal?.removeEventListener('abort', onAbort);
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail);
  });
}

function unsettled(file: string, reason: string): ConfigError {
  return syntaxError(file, `the config did not finish loading: ${reason}`, {
    code: 'unsettled',
    hint: HINT,
  });
}
