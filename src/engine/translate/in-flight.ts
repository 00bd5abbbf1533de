import { performance } from 'node:perf_hooks';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { Concurrency } from './concurrency.js';

/** A request in flight. Whatever ends it is said once; what comes later changes nothing. */
export interface Flight {
  /** Its answer came. */
  answered(): void;
  /** It was refused for its rate. */
  refused(): void;
  /** It ended another way. */
  ended(): void;
}

/** At most this share of a latency may be our own doing. */
const MOST_OWN = 0.5;

/** How long an answer took. */
class Stopwatch {
  readonly #start = performance.now();
  readonly #idle = performance.eventLoopUtilization().idle;

  /** Milliseconds; undefined where this process was mostly busy, and may have read it late. */
  get latency(): number | undefined {
    const latency = performance.now() - this.#start;
    const waited = performance.eventLoopUtilization().idle - this.#idle;
    return waited < latency * (1 - MOST_OWN) ? undefined : latency;
  }
}

/** Tasks in the order they come, as many at a time as the concurrency allows. */
export class InFlight {
  readonly #concurrency: Concurrency;
  readonly #limit: LimitFunction;
  #count = 0;
  /** Runs while the concurrency is about to change by itself. */
  #timer: NodeJS.Timeout | undefined;

  constructor(concurrency: Concurrency) {
    this.#concurrency = concurrency;
    this.#limit = pLimit(concurrency.limit);
  }

  /** Requests that are not answered yet. */
  get count(): number {
    return this.#count;
  }

  /**
   * Runs a task when it is its turn. It may free its place before it ends, and another one begins.
   */
  inTurn<T>(task: (free: () => void) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      void this.#limit(
        () =>
          new Promise<void>((free) => {
            void task(free).then(resolve, reject).finally(free);
          }),
      );
    });
  }

  /** A request is sent. */
  start(): Flight {
    this.#count += 1;
    const concurrency = this.#concurrency;
    const watch = new Stopwatch();
    const sent = concurrency.started(this.#count);
    this.#adjust();
    let isOpen = true;
    const end = (tell: () => void): void => {
      if (!isOpen) return;
      isOpen = false;
      tell();
      this.#count -= 1;
      this.#adjust();
    };
    return {
      answered: () => end(() => concurrency.succeeded(sent, watch.latency)),
      refused: () => end(() => concurrency.refused(sent)),
      ended: () => end(() => undefined),
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #adjust(): void {
    const { limit, pause } = this.#concurrency;
    if (this.#limit.concurrency !== limit) this.#limit.concurrency = limit;
    if (pause <= 0 || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#adjust();
    }, Math.ceil(pause));
  }
}
