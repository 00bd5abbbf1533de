import { dirname, join } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { realService } from '../../facts/index.js';
import type { LocaleCounts, Problem } from '../../model/index.js';
import { addToLedger, readLedger, writeLedger } from '../../state/index.js';
import { contentHash, sourceHash } from '../../lock/index.js';
import type { Stamp } from '../../state/index.js';
import type { QuietState, RememberedList, SourceUnit } from '../units/source-units.js';
import { version } from '../version.js';

/** The units of a source file for some of its targets, in order: each list has a value per unit. */
export interface UnitTable {
  /** Hash of each unit's content. */
  readonly digests: readonly string[];
  /** `unitHash` of each unit. */
  readonly ids: readonly string[];
  /** `sourceHash` of each unit. */
  readonly sources: readonly string[];
}

/** A target file when it was last compared. Must survive JSON. */
export interface TargetRecord {
  readonly path: string;
  readonly locale: string;
  readonly stamp: Stamp;
  /** Index of the pair's table with its units. */
  readonly table: number;
  /** One letter per unit (`STATE_LETTERS`), in the order of the table. */
  readonly states: string;
  readonly counts: LocaleCounts;
  /** Number of settled findings. */
  readonly settled: number;
  /** Problems reported for its units. */
  readonly problems: readonly Problem[];
}

/** A source file with its targets. */
export interface PairRecord {
  readonly source: string;
  /** Index of its catalog in the config. */
  readonly catalog: number;
  readonly stamp: Stamp;
  readonly tables: readonly UnitTable[];
  readonly targets: readonly TargetRecord[];
  /** Whether none of its units needs anything. */
  readonly isSettled: boolean;
  /** Warnings for its files. */
  readonly problems: readonly Problem[];
  /** Globs of the catalog's `keys.exclude` that match one of its keys. */
  readonly excludes: readonly string[];
  /** One of its keys, for messages. */
  readonly example: string | undefined;
}

export interface Records {
  /** Everything that the records depend on besides files (`identityOf`). */
  readonly identity: string;
  /** `lockHashOf` the lock that the run left. */
  readonly lock: string;
  readonly pairs: readonly PairRecord[];
}

/** Units that every run compares have none of these letters. */
const LETTER_OF: Record<QuietState, string> = {
  current: 'c',
  edited: 'e',
  drifted: 'd',
  uncounted: 'n',
};

const STATE_OF = new Map(
  Object.entries(LETTER_OF).map(([state, letter]) => [letter, state as QuietState]),
);

export function letterOf(state: QuietState | undefined): string {
  return state === undefined ? '?' : LETTER_OF[state];
}

export function stateAt(states: string, index: number): QuietState | undefined {
  return STATE_OF.get(states[index] ?? '');
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

/**
 * Everything that a comparison depends on besides files. Contains no secret: of the service, only
 * whether it is a real one, and where; of the store, nothing.
 * @param names resolved names of glossaries, styles and memories
 */
export function identityOf({ service, ...config }: ResolvedConfig, names: string): string {
  const rest = { ...config, store: undefined };
  return contentHash(JSON.stringify([version, realService(service.url) ?? '', rest, names]));
}

/** What an earlier run with the same identity recorded; undefined in any doubt. Never throws. */
export function readRecords(state: string, identity: string): Records | undefined {
  try {
    const blocks = readLedger(state, 'files', identity);
    if (blocks === undefined) return undefined;
    const pairs = new Map<string, PairRecord>();
    let lock = '';
    for (const block of blocks) {
      const added = JSON.parse(block.toString()) as { lock: string; pairs: readonly PairRecord[] };
      ({ lock } = added);
      for (const pair of added.pairs.map((one) => withPaths(one, dirname(state)))) {
        // Catalogs may share a source, but no target.
        pairs.set(pair.targets[0]?.path ?? pair.source, pair);
      }
    }
    return { identity, lock, pairs: [...pairs.values()] };
  } catch {
    return undefined;
  }
}

/** A record with the absolute paths of its stamps: the project may have moved. */
function withPaths(pair: PairRecord, root: string): PairRecord {
  const { source, stamp, targets } = pair;
  return {
    ...pair,
    stamp: { ...stamp, path: join(root, source) },
    targets: targets.map((one) => ({
      ...one,
      stamp: { ...one.stamp, path: join(root, one.path) },
    })),
  };
}

/**
 * Writes records. Never throws: a failure only costs time.
 * @param isFirst false: adds a piece's records to those of the pieces before it
 */
export function writeRecords(
  state: string,
  { identity, lock, pairs }: Records,
  { isFirst }: { readonly isFirst: boolean },
): void {
  // The hash of the lock that all records so far belong to, then the records.
  const block = Buffer.from(JSON.stringify({ lock, pairs }));
  if (isFirst) writeLedger(state, 'files', identity, block);
  else addToLedger(state, 'files', block);
}
