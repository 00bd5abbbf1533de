/** Where `auto` starts, and how far it goes. */
const START = 4;
const MOST = 64;
/** Successes after which a ceiling that was met is tried again; doubled each time it is met once more. */
const PROBE_AFTER = 150;
const LONGEST_PROBE_PAUSE = 5_000;

/**
 * How many requests may be in flight. Grows by half for every round trip until the service refuses one for
 * its rate or answers get slow, then stays just below what was refused and tries one more now and then: a
 * refused request is cheap, but users should see few. Pure but for its own counters.
 */
export class AdaptiveConcurrency {
  #limit: number = START;
  #ceiling = MOST;
  #successes = 0;
  #probeAfter = PROBE_AFTER;
  #fastest = Number.POSITIVE_INFINITY;
  #slowness = 1;

  get limit(): number {
    return this.#limit;
  }

  /** A request was answered. @param latency milliseconds */
  succeeded(latency: number): void {
    this.#fastest = Math.min(this.#fastest, latency);
    // Differences below a few milliseconds say nothing about the service.
    const relative = (latency + 5) / (this.#fastest + 5);
    this.#slowness = this.#slowness * 0.8 + relative * 0.2;
    this.#successes += 1;
    if (this.#slowness > 4) this.#shrink();
    else if (this.#limit < this.#ceiling) this.#grow();
    else if (this.#successes >= this.#probeAfter && this.#ceiling < MOST) {
      this.#ceiling += 1;
      this.#limit = this.#ceiling;
      this.#successes = 0;
    }
  }

  /** A request was refused for its rate. @param others requests still in flight */
  refused(others: number): void {
    if (this.#limit === this.#ceiling) {
      this.#probeAfter = Math.min(LONGEST_PROBE_PAUSE, this.#probeAfter * 2);
    }
    this.#limit = Math.max(1, Math.min(this.#limit - 1, others));
    this.#ceiling = this.#limit;
    this.#successes = 0;
  }

  #grow(): void {
    // One round trip is over when as many answers came as were let out at once.
    if (this.#successes < this.#limit || this.#slowness > 2) return;
    this.#limit = Math.min(this.#ceiling, Math.ceil(this.#limit * 1.5));
    this.#successes = 0;
  }

  #shrink(): void {
    this.#limit = Math.max(START, Math.floor(this.#limit * 0.75));
    this.#slowness = 2;
    this.#successes = 0;
  }
}

/** What a queue needs of a concurrency: `AdaptiveConcurrency`, or a number that never changes. */
export type Concurrency = Pick<AdaptiveConcurrency, 'limit' | 'succeeded' | 'refused'>;

export function fixedConcurrency(limit: number): Concurrency {
  return { limit, succeeded: () => undefined, refused: () => undefined };
}
