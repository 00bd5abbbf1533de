import { setTimeout as sleep } from 'node:timers/promises';

/** Waits on behalf of the service, or after a refusal. An interruption of the run ends it. */
export class Pauses {
  readonly #signal: AbortSignal;
  /** No request starts before this time (`performance.now()`). */
  #until = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Makes every request wait for some milliseconds. */
  forAll(milliseconds: number): void {
    this.#until = performance.now() + milliseconds;
  }

  /** Resolves when requests may start. */
  over(): Promise<void> {
    return this.wait(this.#until - performance.now());
  }

  async wait(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    await sleep(milliseconds, undefined, { signal: this.#signal }).catch(() => undefined);
  }
}

/** Milliseconds before a refused batch is tried again if the service gives no time: full jitter. */
export function backOff(refusals: number): number {
  return Math.random() * Math.min(20_000, 250 * 3 ** (refusals - 1));
}
