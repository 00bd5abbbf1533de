import { sourceHash } from '../../lock/index.js';
import type { RememberedList, RememberedUnit, SourceUnit } from '../units/source-units.js';
import { DIGEST_LENGTH, ID_LENGTH, partAt, partsOf, SOURCE_LENGTH } from './records.js';
import type { UnitTable } from './records.js';

/**
 * Units that are hashed together: most units do not change or move, so they need not be hashed
 * individually.
 */
const BLOCK = 100;

/** @param before the earlier record of the file's units; unchanged parts are copied */
export function tableOf(units: readonly SourceUnit[], before: UnitTable | undefined): UnitTable {
  const digests = { length: DIGEST_LENGTH, before: before?.digests, of: digestOf };
  const sources = {
    length: SOURCE_LENGTH,
    before: before?.sources,
    of: (unit: SourceUnit) => unit.sourceHash,
  };
  const isSame = sameBlocks(units, before);
  return {
    blocks: blocksOf(units).join(''),
    digests: joined(units, digests, isSame),
    ids: idsIn(units, before),
    sources: joined(units, sources, isSame),
  };
}

/** The `ids` of the units' table. */
export function idsIn(units: readonly SourceUnit[], before: UnitTable | undefined): string {
  const ids = { length: ID_LENGTH, before: before?.ids, of: ({ id }: SourceUnit) => id };
  return joined(units, ids, sameBlocks(units, before));
}

interface Part {
  readonly length: number;
  /** The string of the earlier table. */
  readonly before: string | undefined;
  readonly of: (unit: SourceUnit) => string;
}

function joined(
  units: readonly SourceUnit[],
  { length, before = '', of }: Part,
  isSame: readonly boolean[],
): string {
  const blocks = isSame.map((same, block) => {
    if (same) return partAt(before, block, BLOCK * length);
    return units
      .slice(block * BLOCK, (block + 1) * BLOCK)
      .map(of)
      .join('');
  });
  return blocks.join('');
}

function sameBlocks(
  units: readonly SourceUnit[],
  before: UnitTable | undefined,
): readonly boolean[] {
  const then = partsOf(before?.blocks ?? '', DIGEST_LENGTH);
  return blocksOf(units).map((block, at) => block === then[at]);
}

/** The units that a table has unchanged. @param number index of the table in its file */
export function knownUnits(
  units: readonly SourceUnit[],
  table: UnitTable,
  number: number,
): RememberedList {
  const isSame = sameBlocks(units, table);
  const places = new Places(table);
  return units.map((unit, at) => {
    const isAsBefore = isSame[Math.floor(at / BLOCK)] === true;
    const place = isAsBefore ? at : places.find(sourceHash(unit.content));
    return place === undefined ? undefined : new KnownUnit(table, number, place);
  });
}

/** Block hashes of lists: a run needs them at its start and at its end. */
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

/** The most moved units that are searched individually; beyond that, all are indexed. */
const FEW = 16;

/** Finds units in a table by their digests. Most follow the unit found before. */
class Places {
  readonly #digests: string;
  #next = 0;
  #searched = 0;
  #all: ReadonlyMap<string, number> | undefined;

  constructor({ digests }: UnitTable) {
    this.#digests = digests;
  }

  find(digest: string): number | undefined {
    const isNext = partAt(this.#digests, this.#next, DIGEST_LENGTH) === digest;
    const place = isNext ? this.#next : this.#search(digest);
    this.#next = (place ?? this.#next) + 1;
    return place;
  }

  #search(digest: string): number | undefined {
    this.#searched += 1;
    if (this.#searched > FEW) return (this.#all ??= placesIn(this.#digests)).get(digest);
    let at = this.#digests.indexOf(digest);
    while (at % DIGEST_LENGTH > 0) at = this.#digests.indexOf(digest, at + 1);
    return at === -1 ? undefined : at / DIGEST_LENGTH;
  }
}

function placesIn(digests: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, digest] of partsOf(digests, DIGEST_LENGTH).entries()) places.set(digest, at);
  return places;
}

/** A unit in a table, decoded on access. */
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
