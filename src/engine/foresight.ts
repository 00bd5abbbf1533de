import type { TargetDiff } from './diff.js';
import type { Job, JobsOf } from './job.js';

/** True for a job whose text stands in the file that was made, wherever that is. */
export function isMade({ hash }: Job): boolean {
  return hash !== undefined;
}

/**
 * Targets whose files are made, taken as if they were in their places: while others are being translated there is time
 * for what would be done at the end, and at the end it shows whether it was right.
 */
export class Foresight {
  readonly #jobsOf: JobsOf;
  /** With the hash that each job was foreseen with. */
  readonly #hashes = new Map<TargetDiff, readonly (string | undefined)[]>();

  #came: boolean | undefined;

  constructor(jobsOf: JobsOf) {
    this.#jobsOf = jobsOf;
  }

  /** Returns false for a target that has to wait: the outcome of proposals is known at the end. */
  take(diff: TargetDiff): boolean {
    const jobs = this.#jobsOf.get(diff) ?? [];
    if (jobs.some(({ action }) => action === 'propose')) return false;
    this.#hashes.set(
      diff,
      jobs.map(({ hash }) => hash),
    );
    return true;
  }

  has(diff: TargetDiff): boolean {
    return this.#hashes.has(diff);
  }

  /** Once every file is in its place, or is not: whether all is as it was foreseen. */
  cameTrue(): boolean {
    return (this.#came ??= this.#compare());
  }

  #compare(): boolean {
    for (const [diff, hashes] of this.#hashes) {
      const jobs = this.#jobsOf.get(diff) ?? [];
      const came = jobs.every(({ done, hash }, i) => (done ? hash : undefined) === hashes[i]);
      if (!came) return false;
    }
    return true;
  }
}
