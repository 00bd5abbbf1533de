import { isUnchanged } from '../../state/index.js';
import type { Stamp } from '../../state/index.js';
import type { QuietState } from '../units/types.js';
import type { RememberedUnit, SourceUnit } from '../units/source-units.js';
import { DIGEST_LENGTH, ID_LENGTH, partAt, partsOf, SOURCE_LENGTH, stateAt } from './records.js';
import type { PairRecord, Records, TargetRecord, UnitTable } from './records.js';

/** What an earlier run found in files, asked file by file: a file counts only while it is byte for byte what it was. */
export class RememberedFiles {
  readonly #pairs: ReadonlyMap<string, PairRecord>;
  readonly #stamps = new Map<string, Stamp>();
  readonly #unchanged = new Map<string, boolean>();
  readonly #tables = new Map<UnitTable, ReadonlyMap<string, number>>();

  constructor({ pairs }: Pick<Records, 'pairs'>) {
    this.#pairs = new Map(pairs.map((pair) => [pair.source, pair]));
    for (const { source, stamp, targets } of pairs) {
      this.#stamps.set(source, stamp);
      for (const target of targets) this.#stamps.set(target.path, target.stamp);
    }
  }

  pairOf(source: string): PairRecord | undefined {
    return this.#pairs.get(source);
  }

  get pairs(): Iterable<PairRecord> {
    return this.#pairs.values();
  }

  stampOf(path: string): Stamp | undefined {
    return this.#stamps.get(path);
  }

  isUnchanged(path: string): boolean {
    let known = this.#unchanged.get(path);
    if (known === undefined) {
      const stamp = this.#stamps.get(path);
      known = stamp !== undefined && isUnchanged(stamp);
      this.#unchanged.set(path, known);
    }
    return known;
  }

  /** Units (`unitHash`) that a source file had for any of its targets. */
  idsOf(source: string): readonly string[] {
    const tables = this.#pairs.get(source)?.tables ?? [];
    return tables.flatMap(({ ids }) => partsOf(ids, ID_LENGTH));
  }

  /** A unit of a source file that had this key and this text; undefined: it is new. */
  unitOf(source: string, unit: SourceUnit): RememberedUnit | undefined {
    const tables = this.#pairs.get(source)?.tables ?? [];
    for (const [table, units] of tables.entries()) {
      const index = this.#indexOf(units).get(unit.digest);
      if (index === undefined) continue;
      const id = partAt(units.ids, index, ID_LENGTH);
      return { id, sourceHash: partAt(units.sources, index, SOURCE_LENGTH), table, index };
    }
    return undefined;
  }

  /**
   * What is remembered of a unit with which nothing is to be done; undefined: it has to be looked at. Only of a target file
   * that has not changed.
   */
  quietState({ path, table, states }: TargetRecord, unit: SourceUnit): QuietState | undefined {
    const { remembered } = unit;
    if (remembered?.table !== table || !this.isUnchanged(path)) return undefined;
    return stateAt(states, remembered.index);
  }

  #indexOf(table: UnitTable): ReadonlyMap<string, number> {
    let index = this.#tables.get(table);
    if (index === undefined) {
      index = new Map(partsOf(table.digests, DIGEST_LENGTH).map((digest, at) => [digest, at]));
      this.#tables.set(table, index);
    }
    return index;
  }
}
