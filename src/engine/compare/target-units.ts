import { isSameKey, keyId } from '../../model/index.js';
import type { Unit } from '../../model/index.js';
import type { SourceUnit } from '../units/source-units.js';

/** The units of a target file, looked up by source unit. Most are requested in file order. */
export class TargetUnits {
  readonly #units: readonly Unit[];
  readonly #taken: Uint8Array;
  #next = 0;
  /** Index of each unit by `keyId`; built for the first unit that is requested out of order. */
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

  /** Units that were not taken. */
  left(): readonly Unit[] {
    return this.#units.filter((_, i) => this.#taken[i] !== 1);
  }

  #placeOf(id: string): number | undefined {
    this.#places ??= new Map(this.#units.map(({ key }, i) => [keyId(key), i]));
    return this.#places.get(id);
  }
}
