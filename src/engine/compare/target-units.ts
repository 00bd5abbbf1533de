import { isSameKey, keyId } from '../../model/index.js';
import type { Document, Lookup, Unit } from '../../model/index.js';
import type { SourceUnit } from '../units/source-units.js';

/** The units of a target file, looked up by source unit. */
export interface TargetUnits {
  take: (source: SourceUnit) => Unit | undefined;
  /** Skips a unit that is known to be present. */
  pass: (source: SourceUnit) => void;
  /** Units that were neither taken nor passed. @param expected all that were taken or passed */
  left: (expected: readonly SourceUnit[]) => readonly Unit[];
}

/** The most units that are looked up individually. */
const FEW = 50;

/** @param wanted how many units will be taken */
export function targetUnits(document: Document | undefined, wanted: number): TargetUnits {
  if (document === undefined) return NONE;
  if (document.lookup === undefined || wanted > FEW) return new UnitsInOrder(document.units);
  return new UnitsLookedUp(document, document.lookup);
}

/** For a file that does not exist. */
const NONE: TargetUnits = { take: () => undefined, pass: () => undefined, left: () => [] };

/** All units of a file. Most are requested in file order. */
class UnitsInOrder implements TargetUnits {
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

  pass(source: SourceUnit): void {
    this.take(source);
  }

  left(): readonly Unit[] {
    return this.#units.filter((_, i) => this.#taken[i] !== 1);
  }

  #placeOf(id: string): number | undefined {
    this.#places ??= new Map(this.#units.map(({ key }, i) => [keyId(key), i]));
    return this.#places.get(id);
  }
}

/**
 * A file in which almost all units are known: if it has no other values, the units need not be
 * created.
 */
class UnitsLookedUp implements TargetUnits {
  readonly #document: Document;
  readonly #lookup: Lookup;
  #found = 0;

  constructor(document: Document, lookup: Lookup) {
    this.#document = document;
    this.#lookup = lookup;
  }

  take(source: SourceUnit): Unit | undefined {
    const unit = this.#lookup.unitAt(source.expected.key);
    if (unit !== undefined) this.#found += 1;
    return unit;
  }

  pass(): void {
    this.#found += 1;
  }

  left(expected: readonly SourceUnit[]): readonly Unit[] {
    if (this.#found === this.#lookup.values) return [];
    const units = new UnitsInOrder(this.#document.units);
    for (const source of expected) units.take(source);
    return units.left();
  }
}
