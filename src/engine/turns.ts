import { setImmediate as nextTurn } from 'node:timers/promises';
import { atOnce } from '../model/index.js';
import type { Steps } from '../model/index.js';
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
    if (this.#isDue) await this.next();
  }

  /** Goes through all steps. @throws EngineError 'interrupted' */
  async through<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      if (this.#isDue) await this.next();
    }
  }

  get #isDue(): boolean {
    return performance.now() - this.#last >= PACE;
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

/** Goes through all steps; without turns at once. @throws EngineError 'interrupted' */
export async function inTurns<Result>(
  steps: Steps<Result>,
  turns: Turns | undefined,
): Promise<Result> {
  return turns === undefined ? atOnce(steps) : turns.through(steps);
}
