import { setImmediate as nextTurn } from 'node:timers/promises';
import { EngineError } from './errors.js';

/** Milliseconds of work between two looks at what else has happened. */
const PACE = 100;

/**
 * Long work that a signal ends as long as it has nothing to keep. Node hears of a signal only
 * between two turns of its event loop, and files are read, and texts compared, within one.
 */
export class Turns {
  readonly #signal: AbortSignal;
  #last = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Now and then a turn. @throws EngineError 'interrupted' */
  async give(): Promise<void> {
    if (performance.now() - this.#last >= PACE) await this.next();
  }

  /** @throws EngineError 'interrupted' */
  async next(): Promise<void> {
    await nextTurn();
    this.#last = performance.now();
    if (!this.#signal.aborted) return;
    const hint = 'Run the same command again.';
    throw new EngineError('interrupted', 'Interrupted. Nothing was sent or written.', hint);
  }
}
