import { sep } from 'node:path';
import type { LocaleCounts, Problem } from '../../model/index.js';
import { rowOf, stampOfRow } from '../../state/index.js';
import type { StampRow } from '../../state/index.js';
import type { PairRecord, TargetRecord, UnitTable } from './records.js';

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

/** Rows of pairs that every run reads start with 0, which is used to find them. */
export type PairRow = readonly [
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

export function rowOfPair(pair: PairRecord): PairRow {
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
export class RecordReader {
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
