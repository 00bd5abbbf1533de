import type { Facts } from '../state/index.js';
import { acceptance } from './accept.js';
import type { TargetDiff } from './diff.js';
import { LockFacts } from './facts.js';
import { Foresight, isMade } from './foresight.js';
import { tallyOf } from './tally.js';
import type { Tally, TallyContext } from './tally.js';
import type { Reading, Work } from './work.js';
import { isComplete } from './write-lock.js';

/** What a run says at its end, to the lock and to people, made of each target as soon as it can be foreseen. */
export class Ending {
  readonly #foresight: Foresight;
  readonly #facts: LockFacts;
  readonly #tallies = new Map<TargetDiff, Tally>();
  readonly #counting: TallyContext;

  constructor({ selection, lock, diffs, orphans, broken }: Reading, { jobsOf }: Work) {
    const accepts = acceptance(selection);
    const complete = isComplete({ selection, broken });
    this.#foresight = new Foresight(jobsOf);
    this.#facts = new LockFacts(diffs, jobsOf, {
      previous: lock.facts,
      orphans,
      accepts,
      complete,
      foresight: this.#foresight,
    });
    this.#counting = { jobsOf, accepts, view: 'run', isDone: isMade };
  }

  /** A target's file is made, and not in its place yet. */
  made(diff: TargetDiff): void {
    if (!this.#foresight.take(diff)) return;
    this.#facts.foresee(diff);
    this.#tallies.set(diff, tallyOf(diff, this.#counting));
  }

  /**
   * What the lock holds, once every file is in its place, or is not.
   * @param kept targets in which units stand still that the source dropped
   */
  facts(kept: ReadonlySet<TargetDiff>): Facts {
    return this.#facts.finish(kept);
  }

  /** What the report says of a target; undefined where it was not foreseen, or is otherwise. */
  tally(diff: TargetDiff): Tally | undefined {
    return this.#foresight.cameTrue() ? this.#tallies.get(diff) : undefined;
  }
}
