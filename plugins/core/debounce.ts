import { Timer } from './timer.js';

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
