import { formatKey, keyId } from '../model/index.js';
import type { Unit } from '../model/index.js';
import { sourceHash, unitHash } from '../state/index.js';
import type { ExpectedUnit } from '../text/index.js';

/** What of a unit is the same in every target. */
export interface SourceUnit {
  readonly expected: ExpectedUnit;
  /** `keyId` of its key. */
  readonly keyId: string;
  /** `unitHash` and `sourceHash`: identity in the lock. */
  readonly id: string;
  readonly sourceHash: string;
  /** Excluded by config or file, empty, or not a text. */
  readonly copied: boolean;
}

/** The units of one source file, each looked at once for all targets; plural forms differ, so they are not shared. */
export class SourceUnits {
  readonly #path: string;
  readonly #isExcluded: (key: string) => boolean;
  readonly #shared = new Map<Unit, SourceUnit>();

  constructor(path: string, isExcluded: (key: string) => boolean) {
    this.#path = path;
    this.#isExcluded = isExcluded;
  }

  of(expected: ExpectedUnit): SourceUnit {
    const { unit, key, plural } = expected;
    if (plural !== undefined || key !== unit.key) return this.#make(expected);
    let known = this.#shared.get(unit);
    if (known === undefined) this.#shared.set(unit, (known = this.#make(expected)));
    return known;
  }

  #make(expected: ExpectedUnit): SourceUnit {
    const { unit, text, key } = expected;
    const copied =
      unit.kind === 'raw' ||
      text === '' ||
      unit.translate === false ||
      this.#isExcluded(formatKey(key));
    return {
      expected,
      keyId: keyId(key),
      id: unitHash(this.#path, key),
      sourceHash: sourceHash(text),
      copied,
    };
  }
}
