import { constants } from 'node:os';
import type { Ending } from './ending.js';

/** Signals that ask a process to end. Some exist only on some systems. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const;

/** Milliseconds that a run has after a second signal to save its answers. */
const PATIENCE = 2_000;

/** What a command knows of signals. */
export interface Interruption {
  /**
   * Aborted by the first signal. The second sets a time limit and the exit code that shells expect:
   * 128 plus the number of the signal. Further signals have no effect, because npm and the terminal
   * may both forward the same one.
   */
  readonly signal: AbortSignal;
  /**
   * Lets a signal end the process at once, also in code that never returns to the event loop.
   * Returns what undoes it.
   */
  readonly letSignalsEnd: () => () => void;
}

export function interruption(ending: Pick<Ending, 'within'>): Interruption {
  const interrupt = new AbortController();
  let isUrgent = false;
  const onSignal = (name: NodeJS.Signals): void => {
    if (!interrupt.signal.aborted) interrupt.abort();
    else if (!isUrgent) {
      isUrgent = true;
      ending.within(PATIENCE, 128 + constants.signals[name]);
    }
  };
  const listen = (): void => {
    for (const name of SIGNALS) process.on(name, onSignal);
  };
  listen();
  return {
    signal: interrupt.signal,
    letSignalsEnd: () => {
      for (const name of SIGNALS) process.off(name, onSignal);
      return listen;
    },
  };
}
