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
