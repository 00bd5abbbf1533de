import { Timer } from './timer.js';

/**
 * Milliseconds after which a change is looked at a second time: watchers report changes of one file
 * that follow each other closely (chokidar: within 50 ms) only once, and the second may be the one
 * that counts.
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

  /** Leaves the first call to the caller. */
  startSecond(): void {
    this.#second.start(SETTLE + this.#delay);
  }

  stop(): void {
    this.#first.stop();
    this.#second.stop();
  }
}
