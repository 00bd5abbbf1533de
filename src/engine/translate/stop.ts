import { setMaxListeners } from 'node:events';
import type { LocaleSyncError } from '../../model/index.js';
import type { Counts } from './counts.js';

/** Milliseconds that requests in flight may still take after an interruption. */
const GRACE = 1_500;

/** How the end of a run reaches one request. */
export interface Stoppable {
  readonly signal: AbortSignal;
  /**
   * It will be tried again in so many milliseconds. Returns false where the run is over, and it
   * will not.
   */
  retriesIn(delay: number): boolean;
  ended(): void;
}

/**
 * Ends a run before everything is answered. After a fatal error and after an interruption nothing
 * new is sent. What is in flight is waited for, after an interruption only for a moment. What waits
 * to be tried again is not sent any more.
 */
export class Stop {
  readonly #signal: AbortSignal;
  readonly #counts: Counts;
  readonly #inFlight = new AbortController();
  /** Requests that wait to be tried again, and until when (`performance.now()`). */
  readonly #retries = new Map<AbortController, number>();
  #fatal: LocaleSyncError | undefined;
  #grace: NodeJS.Timeout | undefined;

  /** @param signal interrupts the run */
  constructor(signal: AbortSignal, counts: Counts) {
    this.#signal = signal;
    this.#counts = counts;
    // Every request that waits listens; Node would warn of the eleventh.
    setMaxListeners(0, signal, this.#inFlight.signal);
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** What ended the run, other than an interruption. */
  get fatal(): LocaleSyncError | undefined {
    return this.#fatal;
  }

  get isStopped(): boolean {
    return this.#fatal !== undefined || this.#signal.aborted;
  }

  /** Ends the run. The first error counts. */
  fail(error: LocaleSyncError): void {
    this.#fatal ??= error;
    this.#cancelRetries();
  }

  /** A request begins. */
  watch(): Stoppable {
    const own = new AbortController();
    return {
      signal: AbortSignal.any([this.#inFlight.signal, own.signal]),
      retriesIn: (delay) => {
        if (this.#fatal === undefined) this.#retries.set(own, performance.now() + delay);
        else own.abort();
        return this.#fatal === undefined;
      },
      ended: () => this.#retries.delete(own),
    };
  }

  close(): void {
    clearTimeout(this.#grace);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (): void => {
    this.#grace = setTimeout(() => {
      this.#cancelRetries();
      this.#inFlight.abort();
    }, GRACE);
  };

  #cancelRetries(): void {
    const now = performance.now();
    for (const [request, until] of this.#retries) {
      if (until <= now) continue;
      this.#retries.delete(request);
      // Announced and counted, but never sent.
      this.#counts.requestNotSent();
      request.abort();
    }
  }
}
