import { performance } from 'node:perf_hooks';
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { Concurrency } from './concurrency.js';

/** A request in flight. Only the first call counts; later ones have no effect. */
export interface Flight {
  /** It was answered. */
  answered(): void;
  /** It was refused for its rate. */
  refused(): void;
  /** It ended in another way. */
  ended(): void;
}

/** The largest share of a latency during which this process may have been busy. */
const MOST_OWN = 0.5;

/** Measures how long an answer took. */
class Stopwatch {
  readonly #start = performance.now();
  readonly #idle = performance.eventLoopUtilization().idle;

  /** Milliseconds; undefined if this process was mostly busy and may have read the answer late. */
  get latency(): number | undefined {
    const latency = performance.now() - this.#start;
    const waited = performance.eventLoopUtilization().idle - this.#idle;
    return waited < latency * (1 - MOST_OWN) ? undefined : latency;
  }
}

/** Runs tasks in order, as many at a time as the concurrency allows. */
export class InFlight {
  readonly #concurrency: Concurrency;
  readonly #limit: LimitFunction;
  #count = 0;
  /** Set while the concurrency is about to change by itself. */
  #timer: NodeJS.Timeout | undefined;

  constructor(concurrency: Concurrency) {
    this.#concurrency = concurrency;
    this.#limit = pLimit(concurrency.limit);
  }

  /** Number of requests that are not answered yet. */
  get count(): number {
    return this.#count;
  }

  /**
   * Runs a task when it is its turn. The task may free its place before it ends, so that another
   * one starts.
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

  /** Called when a request is sent. */
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
