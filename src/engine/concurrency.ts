/** Taken to be welcome before anything was seen, and the most that is ever tried. */
const START = 2;
const MOST = 64;
/** Up to here the number doubles with every round trip that goes well, from here on it grows by half. */
const CAREFUL = 8;
/** Answers after which a limit that was met is tried again: fewer after a try that went well, more after one that did not. */
const PROBE_AFTER = 200;
const SHORTEST_PROBE_PAUSE = 50;
const LONGEST_PROBE_PAUSE = 5_000;
/** One more may be let in by luck, because another has just ended; so often in a row it is not luck. */
const PROBES = 3;
/** After so many answers a refusal is taken for chance: a service may count a request a moment longer than we do. */
const CHANCE_AFTER = 100;

/** Milliseconds. */
const LONGEST_FLOCK = 10;

/** A stretch of requests under one limit. */
export interface Stretch {
  /** Known to be welcome when it began, and how many more are tried in it. */
  readonly base: number;
  readonly more: number;
  /** When the tries may be sent. */
  readonly opens: number;
  /** Tries sent, and settled. */
  sent: number;
  tried: number;
  /** Of all its requests and those before it: settled since it began. Of all its requests: refused. */
  settled: number;
  refused: number;
}

/** What is known of a request when it is sent. */
export interface Sent {
  readonly stretch: Stretch;
  /** Beyond what is known to be welcome. */
  readonly isTry: boolean;
}

/**
 * How many requests may be in flight. What is known to be welcome is kept full. Beyond it a few more are sent at once,
 * and then none until the service has said what it makes of them: a refused request is cheap, but users should see
 * few. As many as it refuses of them were too many. So the number grows until some are refused for their rate, or
 * answers get slow; from then on one more is tried now and then. Pure but for its own counters.
 */
export class AdaptiveConcurrency {
  #good = START;
  #stretch: Stretch = stretch(START, START, 0);
  /** The service has refused some: its limit is about what is known to be welcome. */
  #met = false;
  #probes = 0;
  #probeAfter = PROBE_AFTER;
  #sinceRefusal = 0;
  #fastest = Number.POSITIVE_INFINITY;
  #slowness = 1;
  readonly #clock: () => number;

  /** @param clock milliseconds */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  get limit(): number {
    const { base, more, sent } = this.#stretch;
    return sent < more && this.pause <= 0 ? base + more : this.#good;
  }

  /** Milliseconds until `limit` may change by itself. */
  get pause(): number {
    return this.#stretch.opens - this.#clock();
  }

  /** A request is sent. Returns what to hand back with its answer. @param inFlight how many are under way with it */
  started(inFlight: number): Sent {
    const now = this.#stretch;
    const isTry = now.sent < now.more && inFlight > now.base;
    if (isTry) now.sent += 1;
    return { stretch: now, isTry };
  }

  /** A request was answered. @param latency milliseconds */
  succeeded({ stretch: of, isTry }: Sent, latency: number): void {
    if (isTry) of.tried += 1;
    this.#stretch.settled += 1;
    this.#sinceRefusal += 1;
    this.#measure(latency);
    if (this.#slowness > 4) this.#shrink();
    else if (this.#stretch.more > 0) this.#conclude();
    else this.#grow();
  }

  /** A request was refused for its rate. */
  refused({ stretch: of, isTry }: Sent): void {
    if (isTry) of.tried += 1;
    of.refused += 1;
    this.#stretch.settled += 1;
    const isChance = of.more === 0 && this.#sinceRefusal >= CHANCE_AFTER;
    this.#sinceRefusal = 0;
    if (isChance) return;
    this.#met = true;
    // Of those that were in flight together as many were too many; of one after the other it is always the same one.
    const allowed = of.more === 0 ? of.base - 1 : of.base + of.more - of.refused;
    if (allowed < this.#good) {
      this.#good = Math.max(1, allowed);
      this.#next(0);
    } else this.#conclude();
  }

  /** Ends a try when the service has said what it makes of it. */
  #conclude(): void {
    const { base, more, sent, tried, settled, refused } = this.#stretch;
    if (more === 0 || sent < more || tried < more) return;
    if (refused > 0) {
      // Then it has to be known of all that were in flight, to count them right.
      if (settled < base + more) return;
      if (more === 1) this.#setPause(2);
      const allowed = base + more - refused;
      this.#good = Math.max(1, base, allowed - Math.floor(allowed / 32));
      this.#probes = 0;
    } else if (this.#met && (this.#probes += 1) < PROBES) {
      this.#next(1);
      return;
    } else {
      this.#good = base + more;
      if (this.#met) this.#setPause(0.5);
      this.#probes = 0;
    }
    this.#next(0);
    this.#grow();
  }

  #setPause(factor: number): void {
    const pause = Math.max(SHORTEST_PROBE_PAUSE, this.#probeAfter * factor);
    this.#probeAfter = Math.min(LONGEST_PROBE_PAUSE, pause);
  }

  #grow(): void {
    if (this.#good >= MOST || this.#slowness > 2) return;
    if (!this.#met) this.#next(this.#good < CAREFUL ? this.#good : Math.floor(this.#good / 2));
    else if (this.#stretch.settled >= this.#probeAfter) this.#next(1);
  }

  #measure(latency: number): void {
    this.#fastest = Math.min(this.#fastest, latency);
    // Differences below a few milliseconds say nothing about the service.
    const relative = (latency + 5) / (this.#fastest + 5);
    this.#slowness = this.#slowness * 0.8 + relative * 0.2;
  }

  #shrink(): void {
    this.#good = Math.max(Math.min(START, this.#good), Math.floor(this.#good * 0.75));
    this.#slowness = 2;
    this.#next(0);
  }

  /** Goes on with what is welcome, and tries some more. */
  #next(more: number): void {
    // Answers come in flocks. Those that are not seen yet count no more at the service: not before all are seen.
    const opens = this.#clock() + Math.min(LONGEST_FLOCK, this.#fastest / 5);
    this.#stretch = stretch(this.#good, Math.min(MOST - this.#good, more), more > 0 ? opens : 0);
  }
}

function stretch(base: number, more: number, opens: number): Stretch {
  return { base, more, opens, sent: 0, tried: 0, settled: 0, refused: 0 };
}

/** What a queue needs of a concurrency: `AdaptiveConcurrency`, or a number that never changes. */
export type Concurrency = Pick<
  AdaptiveConcurrency,
  'limit' | 'pause' | 'started' | 'succeeded' | 'refused'
>;

export function fixedConcurrency(limit: number): Concurrency {
  const nothing = (): void => undefined;
  const one = { stretch: stretch(limit, 0, 0), isTry: false };
  return { limit, pause: 0, started: () => one, succeeded: nothing, refused: nothing };
}
