import type { LocaleCounts, Problem } from '../../model/index.js';
import type { Stamp } from '../../state/index.js';
import type { QuietState } from '../units/row.js';

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

/** Identity of a pair: catalogs may share a source, but no target. */
export function pairId({ source, targets }: Pick<PairRecord, 'source' | 'targets'>): string {
  return targets[0]?.path ?? source;
}

export function partAt(joined: string, index: number, length: number): string {
  return joined.slice(index * length, (index + 1) * length);
}

export function partsOf(joined: string, length: number): readonly string[] {
  const parts: string[] = [];
  for (let at = 0; at < joined.length; at += length) parts.push(joined.slice(at, at + length));
  return parts;
}
