import { linesAbout, quickHash } from '../../state/index.js';
import type { ParsedLock } from '../../state/index.js';
import { ID_LENGTH, partsOf } from './records.js';
import type { PairRecord, UnitTable } from './records.js';

/**
 * Of what the lock says of the units of a source file: 12 characters. What is settled counts as a
 * whole, since a settled finding follows its texts from one file to another.
 */
export function factsHash(tables: readonly UnitTable[], lock: ParsedLock): string {
  const units = new Set(tables.flatMap(({ ids }) => partsOf(ids, ID_LENGTH)));
  return quickHash(`${linesAbout(lock, units)}${lock.settled}`);
}

/** A lock, and the hash of its bytes. */
export interface LockToday {
  readonly lock: ParsedLock;
  readonly lockHash: string;
}

/**
 * Asks whether what the lock says of a source file is what it said when the file was recorded.
 * After a pull it mostly is: others change few files at a time.
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
