import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '../../model/index.js';

const turnMilliseconds = 15;

/** Lets other requests run whenever the work has taken 15 milliseconds. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let started = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - started < turnMilliseconds) continue;
    await nextTurn();
    started = performance.now();
  }
}
