import { setImmediate as nextTurn } from 'node:timers/promises';
import { atOnce } from '../model/index.js';
import type { Steps } from '../model/index.js';
import { EngineError } from './errors.js';

/** Milliseconds of work between two turns of the event loop. */
const PACE = 100;
/** The same while requests wait for the next ones. */
export const PACE_BESIDE_REQUESTS = 5;

/**
 * Makes long synchronous work interruptible. Node delivers signals only between turns of its event
 * loop, and loading or comparing files would otherwise take a single turn.
 */
export class Turns {
  readonly #signal: AbortSignal;
  readonly #pace: number;
  #last = performance.now();

  constructor(signal: AbortSignal, pace = PACE) {
    this.#signal = signal;
    this.#pace = pace;
  }

  /** Yields to the event loop if it is due. @throws EngineError 'interrupted' */
  async give(): Promise<void> {
    if (this.#isDue) await this.next();
  }

  /** Runs all steps. @throws EngineError 'interrupted' */
  async through<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return value;
      if (this.#isDue) await this.next();
    }
  }

  get #isDue(): boolean {
    return performance.now() - this.#last >= this.#pace;
  }

  /** @throws EngineError 'interrupted' */
  async next(): Promise<void> {
    await nextTurn();
    this.#last = performance.now();
    if (!this.#signal.aborted) return;
    const hint = 'The next run starts from the beginning.';
    throw new EngineError('interrupted', 'Interrupted. Nothing was sent or written.', hint);
  }
}

/** Runs all steps; without `turns` synchronously. @throws EngineError 'interrupted' */
export async function inTurns<Result>(
  steps: Steps<Result>,
  turns: Turns | undefined,
): Promise<Result> {
  return turns === undefined ? atOnce(steps) : turns.through(steps);
}
