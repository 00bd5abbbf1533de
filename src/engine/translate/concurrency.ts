/**
 * Number of concurrent requests that is assumed to be accepted at first, and the most ever tried.
 */
const START = 3;
const MOST = 96;
/**
 * Up to this number, concurrency doubles with every successful round trip; above it, it grows by
 * half.
 */
const CAREFUL_FROM = 12;
/**
 * Number of answers after which a known limit is tested again: fewer after a successful test, more
 * after a failed one.
 */
const TRY_AGAIN_AFTER = 200;
const TRY_AGAIN_SOONEST = 50;
const TRY_AGAIN_LATEST = 5_000;
/**
 * One additional request may be accepted by chance, because another has just ended. This many in a
 * row are not chance.
 */
const TRIES_IN_A_ROW = 3;
/**
 * After this many answers, a refusal counts as chance: the service may count a request a moment
 * longer than we do.
 */
const CHANCE_AFTER = 100;
/** Milliseconds within which answers that the service sent together have all arrived. */
const LONGEST_LAG = 10;
/**
 * Slowness (see `#slowness`) above which no more requests are tried, and above which their number
 * is reduced.
 */
const SLOW = 2;
const TOO_SLOW = 4;

/** A period with a fixed number of concurrent requests, in which some more may be tried. */
export interface Phase {
  /** Number that the service is known to accept, and how many more are tried. */
  readonly accepted: number;
  readonly extra: number;
  /** When the additional requests may be sent (milliseconds of the clock). */
  readonly opensAt: number;
  /** Additional requests sent, and those of them that were answered or refused. */
  extraSent: number;
  extraDone: number;
  /** Requests answered or refused since the phase began, whenever they were sent. */
  done: number;
  /** Requests of this phase that were refused. */
  refused: number;
}

/** What is recorded about a request when it is sent. */
export interface Sent {
  readonly phase: Phase;
  /** Whether it exceeds the number known to be accepted. */
  readonly isExtra: boolean;
}

/**
 * Decides how many requests may be in flight. As many as the service is known to accept are always
 * in flight. Some more are sent at once, and then no others until all of those have been answered
 * or refused: a refusal is cheap, but users should see few. If some were refused, that many were
 * too many. So the number grows until requests are refused for their rate or answers get slow. From
 * then on, one more is tried now and then. Has no side effects besides its counters.
 */
export class AdaptiveConcurrency {
  #accepted = START;
  #phase: Phase = newPhase(START, START, 0);
  /** Whether the service has refused some: its limit is then about the accepted number. */
  #isLimitFound = false;
  #triesInARow = 0;
  #tryAgainAfter = TRY_AGAIN_AFTER;
  #answersSinceRefusal = 0;
  #fastest = Number.POSITIVE_INFINITY;
  /** Moving average of latencies, as a multiple of the fastest one. */
  #slowness = 1;
  readonly #clock: () => number;

  /** @param clock returns milliseconds */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  get limit(): number {
    const { accepted, extra, extraSent } = this.#phase;
    return extraSent < extra && this.pause <= 0 ? accepted + extra : this.#accepted;
  }

  /** Milliseconds until `limit` may change by itself. */
  get pause(): number {
    return this.#phase.opensAt - this.#clock();
  }

  /**
   * Called when a request is sent. Returns a value to pass back with its answer.
   * @param inFlight number of requests in flight, including this one
   */
  started(inFlight: number): Sent {
    const phase = this.#phase;
    const isExtra = phase.extraSent < phase.extra && inFlight > phase.accepted;
    if (isExtra) phase.extraSent += 1;
    return { phase, isExtra };
  }

  /**
   * Called when a request was answered.
   * @param latency milliseconds; undefined if this process was busy and read the answer late
   */
  succeeded({ phase, isExtra }: Sent, latency: number | undefined): void {
    if (isExtra) phase.extraDone += 1;
    this.#phase.done += 1;
    this.#answersSinceRefusal += 1;
    if (latency !== undefined) this.#measure(latency);
    // Slow answers to requests sent before a reduction say nothing about the new number.
    if (this.#slowness > TOO_SLOW && phase === this.#phase) this.#shrink();
    else if (this.#phase.extra > 0) this.#conclude();
    else this.#grow();
  }

  /** Called when a request was refused for its rate. */
  refused({ phase, isExtra }: Sent): void {
    if (isExtra) phase.extraDone += 1;
    phase.refused += 1;
    this.#phase.done += 1;
    const isChance = phase.extra === 0 && this.#answersSinceRefusal >= CHANCE_AFTER;
    this.#answersSinceRefusal = 0;
    if (isChance) return;
    this.#isLimitFound = true;
    // Of concurrent requests, as many as were refused were too many. Without additional ones,
    // refusals come one after the other, and each means one too many.
    const allowed =
      phase.extra === 0 ? phase.accepted - 1 : phase.accepted + phase.extra - phase.refused;
    if (allowed < this.#accepted) {
      this.#accepted = Math.max(1, allowed);
      this.#begin(0);
    } else this.#conclude();
  }

  /** Ends a phase with additional requests once all of them have been answered or refused. */
  #conclude(): void {
    const { accepted, extra, extraSent, extraDone, done, refused } = this.#phase;
    if (extra === 0 || extraSent < extra || extraDone < extra) return;
    if (refused > 0) {
      // To count refusals correctly, wait for all requests that were in flight.
      if (done < accepted + extra) return;
      if (extra === 1) this.#scaleTryAgain(2);
      const allowed = accepted + extra - refused;
      this.#accepted = Math.max(1, accepted, allowed - Math.floor(allowed / 32));
      this.#triesInARow = 0;
    } else if (this.#isLimitFound && (this.#triesInARow += 1) < TRIES_IN_A_ROW) {
      this.#begin(1);
      return;
    } else {
      this.#accepted = accepted + extra;
      if (this.#isLimitFound) this.#scaleTryAgain(0.5);
      this.#triesInARow = 0;
    }
    this.#begin(0);
    this.#grow();
  }

  #scaleTryAgain(factor: number): void {
    const after = Math.max(TRY_AGAIN_SOONEST, this.#tryAgainAfter * factor);
    this.#tryAgainAfter = Math.min(TRY_AGAIN_LATEST, after);
  }

  #grow(): void {
    const now = this.#accepted;
    if (now >= MOST || this.#slowness > SLOW) return;
    if (!this.#isLimitFound) this.#begin(now < CAREFUL_FROM ? now : Math.floor(now / 2));
    else if (this.#phase.done >= this.#tryAgainAfter) this.#begin(1);
  }

  #measure(latency: number): void {
    this.#fastest = Math.min(this.#fastest, latency);
    // Differences of a few milliseconds say nothing about the service.
    const relative = (latency + 5) / (this.#fastest + 5);
    this.#slowness = this.#slowness * 0.8 + relative * 0.2;
  }

  #shrink(): void {
    const fewer = Math.floor(this.#accepted * 0.75);
    this.#accepted = Math.max(Math.min(START, this.#accepted), fewer);
    this.#slowness = SLOW;
    this.#begin(0);
  }

  /** Begins a phase with the currently accepted number. */
  #begin(extra: number): void {
    // Answers that the service sent together arrive one after the other. Additional requests wait
    // until all have arrived: sent earlier, they would only replace others and test nothing.
    const opensAt = this.#clock() + Math.min(LONGEST_LAG, this.#fastest / 5);
    const wanted = Math.min(MOST - this.#accepted, extra);
    this.#phase = newPhase(this.#accepted, wanted, extra > 0 ? opensAt : 0);
  }
}

function newPhase(accepted: number, extra: number, opensAt: number): Phase {
  return { accepted, extra, opensAt, extraSent: 0, extraDone: 0, done: 0, refused: 0 };
}

/** What a queue needs: `AdaptiveConcurrency`, or a fixed number. */
export type Concurrency = Pick<
  AdaptiveConcurrency,
  'limit' | 'pause' | 'started' | 'succeeded' | 'refused'
>;

/** The concurrency of a run. @param limit `limits.concurrency` of the config */
export function concurrencyOf(limit: number | 'auto'): Concurrency {
  return limit === 'auto' ? new AdaptiveConcurrency() : fixedConcurrency(limit);
}

export function fixedConcurrency(limit: number): Concurrency {
  const nothing = (): void => undefined;
  const sent = { phase: newPhase(limit, 0, 0), isExtra: false };
  return { limit, pause: 0, started: () => sent, succeeded: nothing, refused: nothing };
}
