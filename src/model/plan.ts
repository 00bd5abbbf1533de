import type { UnitStatus } from './report.js';
import type { Key } from './unit.js';

/**
 * What is done with one unit of one target file.
 * `translate`: the service is asked · `reuse`: text that is already paid for or that the repository
 * has · `copy`: the source value as it is · `remove`: the source dropped the unit · `propose`: a
 * human text whose source changed is kept, and the service is asked for a proposal beside it ·
 * `keep`: nothing is written.
 */
export type PlanAction = 'translate' | 'reuse' | 'copy' | 'remove' | 'propose' | 'keep';

/** Where a reused text comes from. */
export type ReuseOrigin = 'repository' | 'archive' | 'memory' | 'duplicate';

export interface PlanItem {
  /** Target file, relative to the root. */
  readonly file: string;
  readonly locale: string;
  readonly key: Key;
  readonly status: UnitStatus;
  readonly action: PlanAction;
  /** Source text; undefined for `remove`. */
  readonly source?: string;
  /** What the target has today. */
  readonly target?: string;
  /** The reused text, where it is known before the run. */
  readonly text?: string;
  readonly reuse?: ReuseOrigin;
  /** Of `remove`: the text is a person's, and goes to the archive. */
  readonly archived?: true;
  /** Code points that the service will bill for it; 0 for what is reused. */
  readonly characters: number;
}

/** A text that leaves a target file, since the source has no unit for it any more. */
export interface Removal {
  /** Target file, relative to the root. */
  readonly file: string;
  readonly locale: string;
  /** Its parts with dots between them. */
  readonly key: string;
  /** It is a person's, and goes to the archive. */
  readonly archived: boolean;
}

/** What a file shows of its empty texts of which the lock knows nothing. */
export interface EmptyDecision {
  /** Target file, relative to the root. */
  readonly file: string;
  readonly locale: string;
  /** missing: they wait to be translated · intended: they are somebody's, and stay. */
  readonly meaning: 'missing' | 'intended';
  /** How many there are. */
  readonly units: number;
}

/** Narrows a run. Everything left out stays exactly as it is. */
export interface Selection {
  readonly locales?: readonly string[];
  /** Globs of source or target files. */
  readonly files?: readonly string[];
  /**
   * The folder that `files` start from, seen from that of the config: `src/locales`. Default: '',
   * the same.
   */
  readonly folder?: string;
  /**
   * Globs of keys (`legal.*`): nothing else is written or counted. With `retranslate` or `accept`
   * they say which texts these are meant for, and everything else is brought up to date as ever.
   */
  readonly keys?: readonly string[];
  /**
   * drifted: machine text made under other options than today's · edited: also text of people ·
   * all: every text.
   */
  readonly retranslate?: Retranslate;
  /** Lists settled findings among the problems of a look. */
  readonly settled?: boolean;
  /** Declares the human texts waiting for review as reviewed. */
  readonly accept?: boolean;
  /**
   * False: no proposals are asked for now, and a later run asks for them: a source text may still
   * be in work. Default: true.
   */
  readonly proposals?: boolean;
  /** The part of the files that one of several runners does. */
  readonly shard?: Shard;
}

/** Which of how many parts, from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** More runners than any CI system starts at once. */
export const MOST_SHARDS = 1_000;

/** Whether a run leaves files or locales of the config out. */
export function leavesOut({ locales, files, shard }: Selection): boolean {
  return locales !== undefined || files !== undefined || shard !== undefined;
}

export const RETRANSLATE = ['drifted', 'edited', 'all'] as const;
export type Retranslate = (typeof RETRANSLATE)[number];
