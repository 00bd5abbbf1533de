import type { Io } from './io.js';

/** Milliseconds of silence after which it is said what a command is at, and again. */
const SILENCE = { terminal: 500, elsewhere: 10_000 };
const LOOK = 250;

/** Says what a long command is at while nothing else shows that it goes on. */
export interface Working {
  /** From now on it is at this; undefined: something else says so. */
  readonly at: (what: string | undefined) => void;
  /** Something was said. */
  readonly said: () => void;
  readonly stop: () => void;
}

/** @param say on a terminal it replaces the last line */
export function showWork(
  { terminal: { redraws } }: Pick<Io, 'terminal'>,
  say: (text: string) => void,
): Working {
  const silence = redraws ? SILENCE.terminal : SILENCE.elsewhere;
  let what: string | undefined;
  let since = performance.now();
  let last = since;
  const timer = setInterval(() => {
    const now = performance.now();
    if (what === undefined || now - last < silence) return;
    last = now;
    say(`${what}: ${Math.round((now - since) / 1000)} s`);
  }, LOOK);
  timer.unref();
  return {
    at: (next) => {
      if (next !== what) since = performance.now();
      what = next;
    },
    said: () => {
      last = performance.now();
    },
    stop: () => clearInterval(timer),
  };
}
