import type { Io } from './io.js';

/** Milliseconds of silence after which a command's current work is reported, and reported again. */
const SILENCE = { terminal: 500, elsewhere: 10_000 };
const LOOK = 250;

/** Reports what a long command is doing while nothing else shows that it continues. */
export interface Working {
  /** Sets the current work; undefined: something else reports it. */
  readonly at: (what: string | undefined) => void;
  /** Called when something was printed. */
  readonly said: () => void;
  readonly stop: () => void;
}

/** @param say prints a line; on a terminal it replaces the last line */
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
