import { constants } from 'node:os';
import type { Ending } from './ending.js';

/** What asks a process to end. Those that a system does not have never come. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const;

/** Milliseconds that a run has after a second signal to keep what was answered. */
const PATIENCE = 2_000;

/**
 * Aborted by the first signal. The second sets a time limit, and the exit code that shells expect:
 * 128 and the number of the signal. Others change nothing: npm and the terminal both pass one on.
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
