import type { Outcome } from './outcome.js';
import { Timer } from './timer.js';

/**
 * Milliseconds before a run that failed at the service is repeated; doubled each time, up to the
 * longest.
 */
const FIRST = 5000;
const LONGEST = 60_000;

/** Error codes of temporary failures; a wrong key or a refused text is permanent. */
const PASSING: ReadonlySet<string> = new Set(['network', 'timeout', 'server', 'rate']);

/** Repeats runs after the service failed, so that a dev session recovers by itself. */
export class Retry {
  readonly #timer: Timer;
  #delay = FIRST;

  constructor(run: () => void) {
    this.#timer = new Timer(run);
  }

  /** Called with each outcome of a dev session. */
  plan(outcome: Outcome): void {
    this.stop();
    if (!failedAtService(outcome)) {
      this.#delay = FIRST;
      return;
    }
    this.#timer.start(this.#delay);
    this.#delay = Math.min(LONGEST, this.#delay * 2);
  }

  stop(): void {
    this.#timer.stop();
  }
}

function failedAtService({ error, report }: Outcome): boolean {
  if (error !== undefined && PASSING.has(error.code)) return true;
  return report?.problems.some(({ code }) => code === 'service-failed') === true;
}
