import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Problem } from '../model/index.js';
import type { ApplyContext } from './apply.js';
import type { TargetDiff } from './diff.js';
import type { Job } from './job.js';
import { STATE_FOLDER } from '../state/index.js';
import type { Reading, Work } from './work.js';
import { TargetWrite } from './write.js';

export interface Written {
  readonly files: { readonly written: number; readonly unchanged: number };
  /** Targets in which units stand still that the source dropped. */
  readonly kept: ReadonlySet<TargetDiff>;
  readonly problems: readonly Problem[];
}

export interface TargetWritesContext extends Pick<ApplyContext, 'onEvent' | 'parsed'> {
  /** Called when a file is made whose texts came from the service; it is not in its place yet. */
  readonly onMade: (diff: TargetDiff) => void;
}

interface Target {
  readonly write: TargetWrite;
  /** Jobs that still wait for answers. */
  open: number;
}

/**
 * All target files of a run. Each is made as soon as the last of its answers came, while others are under way, and all
 * are put in their places together, right before the lock that knows them.
 */
export class TargetWrites {
  readonly #targets = new Map<TargetDiff, Target>();
  readonly #count: number;
  readonly #onMade: (diff: TargetDiff) => void;
  #preparing: Promise<void> = Promise.resolve();

  constructor(
    { config, diffs, inputs }: Reading,
    { jobsOf, waiting }: Work,
    { onEvent, parsed, onMade }: TargetWritesContext,
  ) {
    this.#onMade = onMade;
    const context = {
      root: config.root,
      state: join(config.root, STATE_FOLDER),
      inputs,
      parsed,
      onEvent,
    };
    this.#count = diffs.length;
    for (const diff of diffs) {
      const jobs = jobsOf.get(diff) ?? [];
      if (jobs.length === 0 && diff.obsolete.length === 0) continue;
      this.#targets.set(diff, { write: new TargetWrite(diff, jobs, context), open: 0 });
    }
    for (const { diff } of waiting) {
      const target = this.#targets.get(diff);
      if (target !== undefined) target.open += 1;
    }
  }

  /** A job that waited has its text, or has failed for good. */
  settled({ diff }: Job): void {
    const target = this.#targets.get(diff);
    if (target === undefined) return;
    target.open -= 1;
    if (target.open === 0) {
      // One after the other; `prepare` keeps what fails for `write`.
      this.#preparing = this.#preparing.then(async () => {
        await target.write.prepare();
        await setImmediate();
        this.#onMade(diff);
      });
      // What goes wrong is told where it is waited for.
      this.#preparing.catch(() => undefined);
    }
  }

  async write(): Promise<Written> {
    await this.#preparing;
    const problems: Problem[] = [];
    const kept = new Set<TargetDiff>();
    let written = 0;
    for (const [diff, { write }] of this.#targets) {
      const result = await write.write();
      for (const job of result.done) job.done = true;
      problems.push(...result.problems);
      if (result.keepsObsolete) kept.add(diff);
      if (result.outcome === 'written') written += 1;
    }
    return { files: { written, unchanged: this.#count - written }, kept, problems };
  }
}
