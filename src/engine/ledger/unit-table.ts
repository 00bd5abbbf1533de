import { sourceHash } from '../../lock/index.js';
import type { RememberedList, SourceUnit } from '../units/source-units.js';

/** The units of a source file for some of its targets, in order: each list has a value per unit. */
export interface UnitTable {
  /** Hash of each unit's content. */
  readonly digests: readonly string[];
  /** `unitHash` of each unit. */
  readonly ids: readonly string[];
  /** `sourceHash` of each unit. */
  readonly sources: readonly string[];
}

export function tableOf(units: readonly SourceUnit[]): UnitTable {
  return {
    digests: units.map(digestOf),
    ids: units.map(({ id }) => id),
    sources: units.map((unit) => unit.sourceHash),
  };
}

/** The units that a table has unchanged. @param table its index in its file */
export function knownUnits(
  units: readonly SourceUnit[],
  { digests, ids, sources }: UnitTable,
  table: number,
): RememberedList {
  const places = new Map(digests.map((digest, index) => [digest, index]));
  return units.map((unit) => {
    const digest = digestOf(unit);
    const index = places.get(digest);
    if (index === undefined) return undefined;
    return { digest, table, index, id: ids[index] ?? '', sourceHash: sources[index] ?? '' };
  });
}

function digestOf(unit: SourceUnit): string {
  return unit.remembered?.digest ?? sourceHash(unit.content);
}
