import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GiveTurn } from '../model/index.js';
import { EngineError } from './errors.js';

/** Milliseconds of work between two turns of the event loop. */
const PACE = 10;

/** @returns a function that throws EngineError 'interrupted' after a signal */
export function turnsFor(signal: AbortSignal): GiveTurn {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < PACE) return;
    await nextTurn();
    last = performance.now();
    if (!signal.aborted) return;
    const hint = 'The next run starts from the beginning.';
    throw new EngineError('interrupted', 'Interrupted. Nothing was sent or written.', hint);
  };
}
