import { sourceHash } from '../../state/index.js';
import type { RememberedList, RememberedUnit, SourceUnit } from '../units/source-units.js';
import { DIGEST_LENGTH, ID_LENGTH, partAt, partsOf, SOURCE_LENGTH } from './records.js';
import type { UnitTable } from './records.js';

/** Units that are hashed together: most units stay as and where they are, and are not hashed alone. */
const BLOCK = 100;

export function tableOf(units: readonly SourceUnit[]): UnitTable {
  return {
    blocks: blocksOf(units).join(''),
    digests: units.map(digestOf).join(''),
    ids: units.map(({ id }) => id).join(''),
    sources: units.map((unit) => unit.sourceHash).join(''),
  };
}

/** What a table knows of units that it has as they are. @param number of the table in its file */
export function knownUnits(
  units: readonly SourceUnit[],
  table: UnitTable,
  number: number,
): RememberedList {
  const blocksThen = partsOf(table.blocks, DIGEST_LENGTH);
  const blocksNow = blocksOf(units);
  let places: ReadonlyMap<string, number> | undefined;
  return units.map((unit, at) => {
    const block = Math.floor(at / BLOCK);
    let place: number | undefined = at;
    if (blocksNow[block] !== blocksThen[block]) {
      places ??= placesIn(table);
      place = places.get(sourceHash(unit.content));
    }
    return place === undefined ? undefined : new KnownUnit(table, number, place);
  });
}

/** Of lists that were hashed: a run asks for them when it begins and when it ends. */
const hashed = new WeakMap<readonly SourceUnit[], readonly string[]>();

function blocksOf(units: readonly SourceUnit[]): readonly string[] {
  let blocks = hashed.get(units);
  if (blocks === undefined) hashed.set(units, (blocks = hashBlocks(units)));
  return blocks;
}

function hashBlocks(units: readonly SourceUnit[]): readonly string[] {
  const blocks: string[] = [];
  for (let at = 0; at < units.length; at += BLOCK) {
    let content = '';
    for (const unit of units.slice(at, at + BLOCK)) content += `${unit.content}\u0001`;
    blocks.push(sourceHash(content));
  }
  return blocks;
}

function digestOf(unit: SourceUnit): string {
  return unit.remembered?.digest ?? sourceHash(unit.content);
}

function placesIn({ digests }: UnitTable): ReadonlyMap<string, number> {
  return new Map(partsOf(digests, DIGEST_LENGTH).map((digest, at) => [digest, at]));
}

/** A unit in a table, which is taken apart when it is asked. */
class KnownUnit implements RememberedUnit {
  readonly table: number;
  readonly index: number;
  readonly #in: UnitTable;

  constructor(known: UnitTable, table: number, index: number) {
    this.#in = known;
    this.table = table;
    this.index = index;
  }

  get digest(): string {
    return partAt(this.#in.digests, this.index, DIGEST_LENGTH);
  }

  get id(): string {
    return partAt(this.#in.ids, this.index, ID_LENGTH);
  }

  get sourceHash(): string {
    return partAt(this.#in.sources, this.index, SOURCE_LENGTH);
  }
}
