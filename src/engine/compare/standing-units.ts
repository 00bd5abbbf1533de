import { keyId } from '../../model/index.js';
import type { Key, Unit } from '../../model/index.js';
import type { SourceUnit } from '../units/source-units.js';

/** The units that stand in a target file, to be taken each by its key. Most stand in the order they are asked for. */
export class StandingUnits {
  readonly #units: readonly Unit[];
  readonly #taken: Uint8Array;
  #next = 0;
  /** Place of each unit by `keyId`; made for the first that does not come in order. */
  #places: Map<string, number> | undefined;

  constructor(units: readonly Unit[]) {
    this.#units = units;
    this.#taken = new Uint8Array(units.length);
  }

  take({ expected, keyId: id }: SourceUnit): Unit | undefined {
    const next = this.#units[this.#next];
    const inOrder = next !== undefined && isSameKey(next.key, expected.key);
    const at = inOrder ? this.#next : this.#placeOf(id);
    if (at === undefined || this.#taken[at] === 1) return undefined;
    this.#taken[at] = 1;
    this.#next = at + 1;
    return this.#units[at];
  }

  /** Those that nobody asked for. */
  left(): readonly Unit[] {
    return this.#units.filter((_, i) => this.#taken[i] !== 1);
  }

  #placeOf(id: string): number | undefined {
    this.#places ??= new Map(this.#units.map(({ key }, i) => [keyId(key), i]));
    return this.#places.get(id);
  }
}

function isSameKey(a: Key, b: Key): boolean {
  if (a.length !== b.length) return false;
  for (let i = a.length - 1; i >= 0; i -= 1) if (a[i] !== b[i]) return false;
  return true;
}
