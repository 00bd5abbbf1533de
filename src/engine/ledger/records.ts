import { dirname, sep } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { realService } from '../../facts/index.js';
import type { LocaleCounts, Problem } from '../../model/index.js';
import { addToLedger, readLedger, rowOf, stampOfRow, writeLedger } from '../../state/index.js';
import { contentHash } from '../../lock/index.js';
import type { Stamp, StampRow } from '../../state/index.js';
import type { QuietState } from '../units/source-units.js';
import { version } from '../version.js';

/**
 * The units of a source file for some of its targets. Each string concatenates one value per unit,
 * in order.
 */
export interface UnitTable {
  /** Hash of every 100 units' contents, 8 characters each. */
  readonly blocks: string;
  /** Hash of each unit's content, 8 characters each. */
  readonly digests: string;
  /** `unitHash` of each unit, 11 characters each. */
  readonly ids: string;
  /** `sourceHash` of each unit, 8 characters each. */
  readonly sources: string;
}

export const DIGEST_LENGTH = 8;
export const ID_LENGTH = 11;
export const SOURCE_LENGTH = 8;

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
  /** `factsHash` of its units; undefined: the record is valid only with exactly the same lock. */
  readonly facts: string | undefined;
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

export function partAt(joined: string, index: number, length: number): string {
  return joined.slice(index * length, (index + 1) * length);
}

export function partsOf(joined: string, length: number): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < joined.length; at += length) parts.push(joined.slice(at, at + length));
  return parts;
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
    const reader = new RecordReader(dirname(state));
    const pairs = new Map<string, PairRecord>();
    let lock = '';
    for (const block of blocks) {
      let at = block.indexOf(NEWLINE) + 1;
      lock = JSON.parse(block.toString('utf8', 0, at)) as string;
      // Parsed row by row, so that a large project's rows are not in memory together with its
      // records.
      while (at < block.length) {
        const end = block.indexOf(NEWLINE, at);
        const pair = reader.pair(JSON.parse(block.toString('utf8', at, end)) as PairRow);
        // Catalogs may share a source, but no target.
        pairs.set(pair.targets[0]?.path ?? pair.source, pair);
        at = end + 1;
      }
    }
    return { identity, lock, pairs: [...pairs.values()] };
  } catch {
    return undefined;
  }
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
  // The hash of the lock that all records so far belong to, then a row per pair.
  let text = `${JSON.stringify(lock)}\n`;
  for (const pair of pairs) text += `${JSON.stringify(rowOfPair(pair))}\n`;
  const block = Buffer.from(text);
  if (isFirst) writeLedger(state, 'files', identity, [block]);
  else addToLedger(state, 'files', block);
}

const NEWLINE = 0x0a;

// Records as stored in the file: rows without property names, because a large project has very
// many.

type TableRow = readonly [blocks: string, digests: string, ids: string, sources: string];

type TargetRow = readonly [
  path: string,
  locale: string,
  stamp: StampRow,
  table: number,
  states: string,
  counts: string,
  problems?: readonly Problem[],
];

type PairRow = readonly [
  isSettled: 0 | 1,
  catalog: number,
  source: string,
  stamp: StampRow,
  tables: readonly TableRow[],
  targets: readonly TargetRow[],
  facts: string,
  example: string | null,
  problems?: readonly Problem[],
  excludes?: readonly string[],
];

const COUNTS = {
  units: 0,
  current: 1,
  missing: 2,
  stale: 3,
  edited: 4,
  review: 5,
  invalid: 6,
  translated: 7,
  drifted: 8,
} as const satisfies Record<Exclude<keyof LocaleCounts, 'inherited'>, number>;

const NAMES = Object.keys(COUNTS) as (keyof typeof COUNTS)[];
/** Index of the optional last count, after the others and the settled findings. */
const INHERITED = NAMES.length + 1;

function rowOfPair(pair: PairRecord): PairRow {
  const { source, catalog, stamp, tables, targets, facts = '', example = null } = pair;
  const row = [
    pair.isSettled ? 1 : 0,
    catalog,
    source,
    rowOf(stamp),
    tables.map(({ blocks, digests, ids, sources }) => [blocks, digests, ids, sources] as const),
    targets.map(rowOfTarget),
    facts,
    example,
  ] as const;
  const { problems, excludes } = pair;
  return problems.length + excludes.length === 0 ? row : [...row, problems, excludes];
}

function rowOfTarget(target: TargetRecord): TargetRow {
  const { path, locale, stamp, table, states, problems } = target;
  const { inherited } = target.counts;
  const own = NAMES.map((name) => target.counts[name]);
  const rest = inherited === undefined ? [] : [inherited];
  const counts = [...own, target.settled, ...rest].join(' ');
  const row = [path, locale, rowOf(stamp), table, states, counts] as const;
  return problems.length === 0 ? row : [...row, problems];
}

/** Converts rows back to records. Files with equal counts share one object. */
class RecordReader {
  readonly #root: string;
  readonly #counts = new Map<string, LocaleCounts>();

  /** @param root absolute path */
  constructor(root: string) {
    this.#root = root;
  }

  pair(row: PairRow): PairRecord {
    const [isSettled, catalog, source, stamp, tables, targets, facts, example] = row;
    const [, , , , , , , , problems = NONE, excludes = NONE] = row;
    return {
      source,
      catalog,
      stamp: stampOfRow(this.#absolute(source), stamp),
      tables: tables.map(tableOfRow),
      targets: targets.map((target) => this.#target(target)),
      isSettled: isSettled === 1,
      facts: facts === '' ? undefined : facts,
      problems,
      excludes,
      example: example ?? undefined,
    };
  }

  #target([path, locale, stamp, table, states, counts, problems = NONE]: TargetRow): TargetRecord {
    return {
      path,
      locale,
      stamp: stampOfRow(this.#absolute(path), stamp),
      table,
      states,
      counts: this.#countsOf(counts),
      settled: Number(counts.split(' ')[NAMES.length] ?? 0),
      problems,
    };
  }

  #absolute(path: string): string {
    return `${this.#root}${sep}${sep === '/' ? path : path.replaceAll('/', sep)}`;
  }

  #countsOf(text: string): LocaleCounts {
    let counts = this.#counts.get(text);
    if (counts === undefined) {
      const numbers = text.split(' ').map(Number);
      const entries = NAMES.map((name) => [name, numbers[COUNTS[name]] ?? 0]);
      const inherited = numbers[INHERITED];
      const own = Object.fromEntries(entries) as LocaleCounts;
      counts = inherited === undefined ? own : { ...own, inherited };
      this.#counts.set(text, counts);
    }
    return counts;
  }
}

function tableOfRow(row: readonly string[]): UnitTable {
  if (row.length !== 4) throw new TypeError('a table of an older version');
  const [blocks = '', digests = '', ids = '', sources = ''] = row;
  return { blocks, digests, ids, sources };
}

const NONE: readonly never[] = [];
