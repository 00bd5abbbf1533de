import { setTimeout as sleep } from 'node:timers/promises';
import { TranslatorError } from '../../model/index.js';
import type { TranslatorErrorCode } from '../../model/index.js';

/** Milliseconds that open requests have left after an interruption. */
const GRACE = 1_500;

const FATAL: ReadonlySet<TranslatorErrorCode> = new Set([
  'no-key',
  'forbidden',
  'quota',
  'rate',
  'network',
  'protocol',
]);

/** Whether an error affects the service as a whole, so that nothing more is sent. */
export function isFatal(error: unknown): error is TranslatorError {
  return error instanceof TranslatorError && FATAL.has(error.code);
}

/** Stops sending whole files, after an error that would affect all requests or an interruption. */
export class JobStop {
  readonly #signal: AbortSignal;
  readonly #grace = new AbortController();
  readonly #waits = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #fatal: TranslatorError | undefined;

  /** @param signal interrupts the run */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    if (signal.aborted) this.#onAbort();
    else signal.addEventListener('abort', this.#onAbort, { once: true });
  }

  get fatal(): TranslatorError | undefined {
    return this.#fatal;
  }

  /** Whether nothing new may be sent. */
  get isStopped(): boolean {
    return this.#fatal !== undefined || this.#signal.aborted;
  }

  /** For requests: aborted a moment after an interruption. */
  get requests(): AbortSignal {
    return this.#grace.signal;
  }

  fail(error: TranslatorError): void {
    this.#fatal ??= error;
    this.#waits.abort();
  }

  /** Waits; resolves early, without an error, if the run is stopped. */
  async wait(milliseconds: number): Promise<void> {
    const signal = this.#waits.signal;
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#signal.removeEventListener('abort', this.#onAbort);
  }

  readonly #onAbort = (): void => {
    this.#waits.abort();
    this.#timer = setTimeout(() => this.#grace.abort(), GRACE);
  };
}
