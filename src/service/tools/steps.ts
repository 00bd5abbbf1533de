import { setImmediate as nextTurn } from 'node:timers/promises';

/** Long work in steps: each `yield` is a place where others may have their turn. */
export type Steps<Result> = Generator<undefined, Result>;

const turnMilliseconds = 15;

/** Does everything at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Lets other requests have their turn whenever the work took 15 milliseconds. */
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
