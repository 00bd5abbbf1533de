import { constants } from 'node:os';
import type { Ending } from './ending.js';

/** Signals that ask a process to end. Some exist only on some systems. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const;

/** Milliseconds that a run has after a second signal to save its answers. */
const PATIENCE = 2_000;

/**
 * Aborted by the first signal. The second sets a time limit and the exit code that shells expect:
 * 128 plus the number of the signal. Further signals have no effect, because npm and the terminal
 * may both forward the same one.
 */
export function interruption(ending: Pick<Ending, 'within'>): AbortSignal {
  const interrupt = new AbortController();
  let isUrgent = false;
  for (const name of SIGNALS) {
    process.on(name, () => {
      if (!interrupt.signal.aborted) interrupt.abort();
      else if (!isUrgent) {
        isUrgent = true;
        ending.within(PATIENCE, 128 + constants.signals[name]);
      }
    });
  }
  return interrupt.signal;
}
