import { setMaxListeners } from 'node:events';
import type { LocaleSyncError } from '../../model/index.js';
import type { Counts } from './counts.js';

/** Milliseconds that open requests have left after an interruption. */
const GRACE = 1_500;

/** Connects one request with the end of the run. */
export interface Stoppable {
  readonly signal: AbortSignal;
  /**
   * Called before a repetition in `delay` milliseconds. Returns false if the run is over and there
   * will be none.
   */
  retriesIn(delay: number): boolean;
  ended(): void;
}

/**
 * Ends a run early. After a fatal error or an interruption, nothing new is sent. Requests in flight
 * may finish; after an interruption they have only a moment. Requests that wait to be repeated are
 * not sent any more.
 */
export class Stop {
  readonly #signal: AbortSignal;
  readonly #counts: Counts;
  readonly #inFlight = new AbortController();
  /** Requests that wait to be repeated, and until when (`performance.now()`). */
  readonly #retries = new Map<AbortController, number>();
  #fatal: LocaleSyncError | undefined;
  #grace: NodeJS.Timeout | undefined;

  /** @param signal interrupts the run */
  constructor(signal: AbortSignal, counts: Counts) {
    this.#signal = signal;
    this.#counts = counts;
    // Every waiting request is a listener; Node would warn from the eleventh on.
    setMaxListeners(0, signal, this.#inFlight.signal);
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  /** The error that ended the run; undefined for an interruption. */
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

  /** Called when a request starts. */
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
