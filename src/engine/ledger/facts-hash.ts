import { linesAbout, quickHash } from '../../state/index.js';
import type { ParsedLock } from '../../state/index.js';
import { ID_LENGTH, partsOf } from './records.js';
import type { PairRecord, UnitTable } from './records.js';

/**
 * Hash of the lock's facts about a source file's units, 12 characters. Includes all settled
 * findings, because a settled finding follows its texts to other files.
 */
export function factsHash(tables: readonly UnitTable[], lock: ParsedLock): string {
  const units = new Set(tables.flatMap(({ ids }) => partsOf(ids, ID_LENGTH)));
  return quickHash(`${linesAbout(lock, units)}${lock.settled}`);
}

/** A lock with the hash of its bytes. */
export interface LockToday {
  readonly lock: ParsedLock;
  readonly lockHash: string;
}

/**
 * Tests whether the lock's facts about a source file are those at the time of its record. After a
 * pull they mostly are: others change few files at a time.
 */
export class SameFacts {
  readonly #today: LockToday;
  readonly #isSameLock: boolean;
  readonly #known = new Map<PairRecord, boolean>();

  /** @param before `lockHashOf` the lock when the records were made */
  constructor(before: string, today: LockToday) {
    this.#today = today;
    this.#isSameLock = today.lockHash === before;
  }

  hold(pair: PairRecord): boolean {
    if (this.#isSameLock) return true;
    const { facts, tables } = pair;
    if (facts === undefined) return false;
    let same = this.#known.get(pair);
    if (same === undefined) {
      same = factsHash(tables, this.#today.lock) === facts;
      this.#known.set(pair, same);
    }
    return same;
  }
}
