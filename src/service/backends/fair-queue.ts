/** One caller's pieces of work, in order. */
interface Job {
  readonly count: number;
  readonly work: (index: number) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  next: number;
  running: number;
}

/**
 * Shares a few places among callers, each of which has one piece of work done in turn. So a
 * document with thousands of paragraphs and a request with one text wait only for each other's
 * pieces.
 */
export class FairQueue {
  readonly #jobs: Job[] = [];
  readonly #places: number;
  #taken = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /**
   * Does `count` pieces of work; the first failure ends the rest.
   * @param signal aborts pieces that have not started when the caller disconnects
   */
  run(count: number, work: Job['work'], signal?: AbortSignal): Promise<void> {
    if (count === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#jobs.push({ count, work, signal, resolve, reject, next: 0, running: 0 });
      this.#fill();
    });
  }

  #fill(): void {
    while (this.#taken < this.#places) {
      const job = this.#jobs.shift();
      if (job === undefined) return;
      if (job.signal?.aborted === true) {
        job.reject(job.signal.reason);
        continue;
      }
      const index = job.next;
      job.next += 1;
      job.running += 1;
      this.#taken += 1;
      // Back to the end of the queue until all of its pieces have started.
      if (job.next < job.count) this.#jobs.push(job);
      void this.#do(job, index);
    }
  }

  async #do(job: Job, index: number): Promise<void> {
    try {
      await job.work(index);
    } catch (error) {
      job.next = job.count;
      const place = this.#jobs.indexOf(job);
      if (place !== -1) this.#jobs.splice(place, 1);
      job.reject(error);
    }
    job.running -= 1;
    this.#taken -= 1;
    if (job.next === job.count && job.running === 0) job.resolve();
    this.#fill();
  }
}
