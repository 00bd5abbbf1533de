/** Milliseconds that a run waits for the database in total. */
const ALLOWED = 5_000;
/** Additional milliseconds per requested key: many texts may take a while. */
const PER_KEY = 1;
/** The minimum time for a single query: a database that was slow once may be fast again. */
const LEAST = 250;
/** Milliseconds per query that do not count: runs that wait for others query often. */
const FREE = 250;

/** Limits how long a slow database may delay a run. Waiting for other runs does not count. */
export class Patience {
  #allowed: number;
  readonly #factor: number;
  #spent = 0;
  /** When the current wait began (`performance.now()`). */
  #since: number | undefined;
  #waits = 0;

  /** @param factor time limits are multiplied by this */
  constructor(factor: number) {
    this.#factor = factor;
    this.#allowed = ALLOWED * factor;
  }

  /** Milliseconds that the next query may take. */
  get left(): number {
    const now = this.#since === undefined ? 0 : performance.now() - this.#since;
    return Math.max(LEAST * this.#factor, this.#allowed - this.#spent - now);
  }

  async during<T>(keys: number, work: () => Promise<T>): Promise<T> {
    this.#allowed += keys * PER_KEY * this.#factor;
    if (this.#waits === 0) this.#since = performance.now();
    this.#waits += 1;
    try {
      return await work();
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0 && this.#since !== undefined) {
        const took = performance.now() - this.#since;
        this.#spent += Math.max(0, took - FREE * this.#factor);
        this.#since = undefined;
      }
    }
  }
}
