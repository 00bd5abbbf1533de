import type { LocaleCounts, Problem } from '../../model/index.js';
import type { Stamp } from '../../state/index.js';
import type { QuietState } from '../units/types.js';

/**
 * The units that a source file gave for some of its targets, one after the other in each string.
 */
export interface UnitTable {
  /** Hash of the contents of every 100 units: 8 characters. */
  readonly blocks: string;
  /** Hash of the content of each unit: 8 characters. */
  readonly digests: string;
  /** `unitHash` of each: 11 characters. */
  readonly ids: string;
  /** `sourceHash` of each: 8 characters. */
  readonly sources: string;
}

export const DIGEST_LENGTH = 8;
export const ID_LENGTH = 11;
export const SOURCE_LENGTH = 8;

/** What a target file was when it was last looked at. Must survive JSON. */
export interface TargetRecord {
  readonly path: string;
  readonly locale: string;
  readonly stamp: Stamp;
  /** Which of the pair's tables has its units. */
  readonly table: number;
  /** One letter a unit (`STATE_LETTERS`), in the order of the table. */
  readonly states: string;
  readonly counts: LocaleCounts;
  /** Findings that are settled. */
  readonly settled: number;
  /** What a report says of its units. */
  readonly problems: readonly Problem[];
}

/** A source file with its targets. */
export interface PairRecord {
  readonly source: string;
  /** Which catalog of the config it is of. */
  readonly catalog: number;
  readonly stamp: Stamp;
  readonly tables: readonly UnitTable[];
  readonly targets: readonly TargetRecord[];
  /** Nothing is to be done with any of its units. */
  readonly isSettled: boolean;
  /**
   * Of what the lock says of its units (`factsHash`); undefined: it holds beside that very lock
   * only.
   */
  readonly facts: string | undefined;
  /** Warnings of its files. */
  readonly problems: readonly Problem[];
  /** Globs of the catalog's `keys.exclude` that match one of its keys. */
  readonly excludes: readonly string[];
  /** A key of it, for messages. */
  readonly example: string | undefined;
}

export interface Records {
  /** Everything besides files that they rest on (`identityOf`). */
  readonly identity: string;
  /** `lockHashOf` the lock that the run left. */
  readonly lock: string;
  readonly pairs: readonly PairRecord[];
  /** Records in the file that newer ones have replaced. Default: none. */
  readonly replaced?: number;
}

/** A unit that is looked at in every run has none of these letters. */
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

/** Catalogs may share a source, and no target. */
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
