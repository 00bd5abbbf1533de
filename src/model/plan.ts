import type { UnitStatus } from './report.js';
import type { Key } from './unit.js';

/**
 * What a run does with one unit of one target file.
 * `translate`: asks the service · `reuse`: takes a text that is paid for or in the repository ·
 * `copy`: copies the source value · `remove`: removes a unit that the source dropped · `propose`:
 * keeps a human text whose source changed, and asks the service for a proposal · `keep`: writes
 * nothing.
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
  /** The reused text, if it is known before the run. */
  readonly text?: string;
  readonly reuse?: ReuseOrigin;
  /** With `remove`: it is human text, and goes to the archive. */
  readonly archived?: true;
  /** Code points that the service will bill; 0 if the text is reused. */
  readonly characters: number;
}

/** A text that is removed from a target file because its unit is gone from the source. */
export interface Removal {
  /** Target file, relative to the root. */
  readonly file: string;
  readonly locale: string;
  /** Key parts, joined by dots. */
  readonly key: string;
  /** Whether it is human text, which goes to the archive. */
  readonly archived: boolean;
}

/** How the empty texts of a file that the lock does not know are understood. */
export interface EmptyDecision {
  /** Target file, relative to the root. */
  readonly file: string;
  readonly locale: string;
  /** missing: they are to be translated · intended: somebody left them empty, and they stay. */
  readonly meaning: 'missing' | 'intended';
  /** Number of empty texts. */
  readonly units: number;
}

/** Narrows a run. Everything outside of it stays exactly as it is. */
export interface Selection {
  readonly locales?: readonly string[];
  /** Globs of source or target files. */
  readonly files?: readonly string[];
  /**
   * The folder that `files` are relative to, itself relative to the config's folder: `src/locales`.
   * Default: '', the config's folder.
   */
  readonly folder?: string;
  /**
   * Globs of keys (`legal.*`): nothing else is written or counted. With `retranslate` or `accept`,
   * they only narrow these, and everything else is brought up to date as usual.
   */
  readonly keys?: readonly string[];
  /**
   * drifted: machine text that was made under other options than today's · edited: human text too
   * · all: every text.
   */
  readonly retranslate?: Retranslate;
  /** Whether a look lists settled findings among its problems. */
  readonly settled?: boolean;
  /** Marks human texts that wait for review as reviewed. */
  readonly accept?: boolean;
  /**
   * False: leaves proposals to a later run, because a source text may still be changing. Default:
   * true.
   */
  readonly proposals?: boolean;
  /** The part of the files for one of several runners. */
  readonly shard?: Shard;
}

/** Part `index` of `of` parts, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** More runners than any CI system starts at once. */
export const MOST_SHARDS = 1_000;

/** Whether a run skips files or locales of the config. */
export function leavesOut({ locales, files, shard }: Selection): boolean {
  return locales !== undefined || files !== undefined || shard !== undefined;
}

export const RETRANSLATE = ['drifted', 'edited', 'all'] as const;
export type Retranslate = (typeof RETRANSLATE)[number];
