/**
 * Requests in flight that are taken to be accepted before anything is known, and the most that are
 * ever tried.
 */
const START = 3;
const MOST = 96;
/**
 * Up to here the number doubles with every round trip that goes well; from here on it grows by
 * half.
 */
const CAREFUL_FROM = 12;
/**
 * Answers after which a limit that was found is tried again: fewer after a try that went well, more
 * after one that did not.
 */
const TRY_AGAIN_AFTER = 200;
const TRY_AGAIN_SOONEST = 50;
const TRY_AGAIN_LATEST = 5_000;
/**
 * One request more may be accepted by luck, because another has just ended. So many times in a row
 * it is not luck.
 */
const TRIES_IN_A_ROW = 3;
/**
 * After so many answers a refusal is taken for chance: a service may count a request a moment
 * longer than we do.
 */
const CHANCE_AFTER = 100;
/** Milliseconds within which answers that the service gave together are all seen here. */
const LONGEST_LAG = 10;
/**
 * Slowness (see `#slowness`) above which no more requests are tried, and above which there are
 * fewer.
 */
const SLOW = 2;
const TOO_SLOW = 4;

/**
 * A time during which one number of requests in flight is kept, and perhaps some more are tried.
 */
export interface Phase {
  /** Number that the service is known to accept, and how many more are tried. */
  readonly accepted: number;
  readonly extra: number;
  /** When the extra requests may be sent (milliseconds of the clock). */
  readonly opensAt: number;
  /** Extra requests sent, and of those: answered or refused. */
  extraSent: number;
  extraDone: number;
  /** Requests answered or refused since the phase began, whenever they were sent. */
  done: number;
  /** Requests of this phase that were refused. */
  refused: number;
}

/** What is known of a request when it is sent. */
export interface Sent {
  readonly phase: Phase;
  /** Beyond the number that is known to be accepted. */
  readonly isExtra: boolean;
}

/**
 * How many requests may be in flight. The number that the service is known to accept is always in
 * flight. Some more are sent at once, and then no others until the service has answered or refused
 * those: a refusal is cheap, but users should see few. As many as were refused were too many. So
 * the number grows until some are refused for their rate, or answers get slow. From then on one
 * more is tried now and then. It touches nothing but its own counters.
 */
export class AdaptiveConcurrency {
  #accepted = START;
  #phase: Phase = newPhase(START, START, 0);
  /** The service has refused some: its limit is about the number that it is known to accept. */
  #isLimitFound = false;
  #triesInARow = 0;
  #tryAgainAfter = TRY_AGAIN_AFTER;
  #answersSinceRefusal = 0;
  #fastest = Number.POSITIVE_INFINITY;
  /** How many times as long as the fastest the latest answers took: a moving average. */
  #slowness = 1;
  readonly #clock: () => number;

  /** @param clock milliseconds */
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
   * A request is sent. Returns what to hand back with its answer.
   * @param inFlight how many are in flight with it
   */
  started(inFlight: number): Sent {
    const phase = this.#phase;
    const isExtra = phase.extraSent < phase.extra && inFlight > phase.accepted;
    if (isExtra) phase.extraSent += 1;
    return { phase, isExtra };
  }

  /**
   * A request was answered.
   * @param latency milliseconds; undefined: the answer waited for us, not we for it
   */
  succeeded({ phase, isExtra }: Sent, latency: number | undefined): void {
    if (isExtra) phase.extraDone += 1;
    this.#phase.done += 1;
    this.#answersSinceRefusal += 1;
    if (latency !== undefined) this.#measure(latency);
    // Answers to requests that were sent before there were fewer say nothing of fewer.
    if (this.#slowness > TOO_SLOW && phase === this.#phase) this.#shrink();
    else if (this.#phase.extra > 0) this.#conclude();
    else this.#grow();
  }

  /** A request was refused for its rate. */
  refused({ phase, isExtra }: Sent): void {
    if (isExtra) phase.extraDone += 1;
    phase.refused += 1;
    this.#phase.done += 1;
    const isChance = phase.extra === 0 && this.#answersSinceRefusal >= CHANCE_AFTER;
    this.#answersSinceRefusal = 0;
    if (isChance) return;
    this.#isLimitFound = true;
    // Of requests in flight together, as many as were refused were too many. Without extra ones,
    // refusals come one after the other, and it is always one too many.
    const allowed =
      phase.extra === 0 ? phase.accepted - 1 : phase.accepted + phase.extra - phase.refused;
    if (allowed < this.#accepted) {
      this.#accepted = Math.max(1, allowed);
      this.#begin(0);
    } else this.#conclude();
  }

  /** Ends a phase with extra requests once the service has answered or refused them all. */
  #conclude(): void {
    const { accepted, extra, extraSent, extraDone, done, refused } = this.#phase;
    if (extra === 0 || extraSent < extra || extraDone < extra) return;
    if (refused > 0) {
      // To count the refused ones right, it has to be known of all that were in flight.
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
    // Differences below a few milliseconds say nothing about the service.
    const relative = (latency + 5) / (this.#fastest + 5);
    this.#slowness = this.#slowness * 0.8 + relative * 0.2;
  }

  #shrink(): void {
    const fewer = Math.floor(this.#accepted * 0.75);
    this.#accepted = Math.max(Math.min(START, this.#accepted), fewer);
    this.#slowness = SLOW;
    this.#begin(0);
  }

  /** Begins a phase with the number that is accepted now. */
  #begin(extra: number): void {
    // Answers that the service gave together arrive one after the other. Extra requests wait until
    // all of them are seen: sent before, they would take the places of others and show nothing.
    const opensAt = this.#clock() + Math.min(LONGEST_LAG, this.#fastest / 5);
    const wanted = Math.min(MOST - this.#accepted, extra);
    this.#phase = newPhase(this.#accepted, wanted, extra > 0 ? opensAt : 0);
  }
}

function newPhase(accepted: number, extra: number, opensAt: number): Phase {
  return { accepted, extra, opensAt, extraSent: 0, extraDone: 0, done: 0, refused: 0 };
}

/** What a queue needs of a concurrency: `AdaptiveConcurrency`, or a number that never changes. */
export type Concurrency = Pick<
  AdaptiveConcurrency,
  'limit' | 'pause' | 'started' | 'succeeded' | 'refused'
>;

export function fixedConcurrency(limit: number): Concurrency {
  const nothing = (): void => undefined;
  const sent = { phase: newPhase(limit, 0, 0), isExtra: false };
  return { limit, pause: 0, started: () => sent, succeeded: nothing, refused: nothing };
}
