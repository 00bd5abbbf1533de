import type { Outcome } from './outcome.js';

/** A timer that restarts when it is set again, and never keeps the process alive. */
export class Timer {
  readonly #run: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** @param delay in milliseconds */
  start(delay: number): void {
    this.stop();
    this.#timer = setTimeout(this.#run, delay);
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Milliseconds after which a change is processed a second time: watchers report changes of a file
 * in close succession (chokidar: within 50 ms) only once, and the second change may be the relevant
 * one.
 */
const SETTLE = 200;

/** Calls back once changes pause, and once more when the watcher must have reported everything. */
export class Debounce {
  readonly #delay: number;
  readonly #first: Timer;
  readonly #second: Timer;

  /** @param delay in milliseconds */
  constructor(delay: number, run: () => void) {
    this.#delay = delay;
    this.#first = new Timer(run);
    this.#second = new Timer(run);
  }

  start(): void {
    this.#first.start(this.#delay);
    this.#second.start(SETTLE + this.#delay);
  }

  /** Starts only the second call; the caller makes the first one itself. */
  startSecond(): void {
    this.#second.start(SETTLE + this.#delay);
  }

  stop(): void {
    this.#first.stop();
    this.#second.stop();
  }
}

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
