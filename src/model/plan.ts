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
  /**
   * A revision of git. A look judges each text that differs from it as if the lock did not know it:
   * what is adopted or settled there counts as well.
   */
  readonly since?: string;
}

/** Part `index` of `of` parts, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** More runners than any CI system starts at once. */
export const MOST_SHARDS = 1_000;

/** What a field of a selection, if it is set, means for what earlier runs have left in the ledger. */
interface LedgerUse {
  /**
   * The answer of a run. own: remembered for this value alone · shared: the answer without this field
   * stands for it too, and its own stands for others if no text waits for review · none: nothing is
   * remembered, and no remembered answer stands for it.
   */
  readonly answer: 'own' | 'shared' | 'none';
  /** Whether what is known about unchanged files may be used: it may not if their units are meant. */
  readonly reads: boolean;
  /** What a run leaves out. Then it does not know everything that the ledger and the lock hold. */
  readonly leavesOut: 'files' | 'units' | undefined;
  /** Whether a large first run may go through its files in pieces. */
  readonly inPieces: boolean;
}

/** The one place that says which selections may use the ledger. Every field has a line here. */
const LEDGER_USES: Readonly<Record<keyof Selection, LedgerUse>> = {
  locales: { answer: 'own', reads: true, leavesOut: 'files', inPieces: false },
  files: { answer: 'own', reads: true, leavesOut: 'files', inPieces: false },
  folder: { answer: 'own', reads: true, leavesOut: undefined, inPieces: true },
  keys: { answer: 'none', reads: false, leavesOut: 'units', inPieces: false },
  retranslate: { answer: 'none', reads: false, leavesOut: undefined, inPieces: false },
  settled: { answer: 'none', reads: false, leavesOut: undefined, inPieces: false },
  accept: { answer: 'none', reads: false, leavesOut: undefined, inPieces: false },
  proposals: { answer: 'shared', reads: true, leavesOut: undefined, inPieces: true },
  // Which files are in a shard depends on all files.
  shard: { answer: 'none', reads: true, leavesOut: 'files', inPieces: true },
  since: { answer: 'none', reads: false, leavesOut: undefined, inPieces: false },
};

/** The fields that are set, in a fixed order. */
function fieldsOf(selection: Selection): readonly (keyof Selection)[] {
  const all = Object.keys(LEDGER_USES) as (keyof Selection)[];
  return all.filter((field) => selection[field] !== undefined);
}

/**
 * Distinguishes the answers of different selections; undefined: none is remembered. `isShared`: the
 * answer stands for other selections only if no text waits for review.
 */
export function answerOf(
  selection: Selection,
): { readonly identity: string; readonly isShared: boolean } | undefined {
  const set = fieldsOf(selection);
  const kinds = set.map((field) => LEDGER_USES[field].answer);
  if (kinds.includes('none')) return undefined;
  const own = set.filter((field) => LEDGER_USES[field].answer === 'own');
  const identity = JSON.stringify(own.map((field) => [field, selection[field]]));
  return { identity, isShared: kinds.includes('shared') };
}

/** Whether a run may use what is known about unchanged files. */
export function mayReadLedger(selection: Selection): boolean {
  return fieldsOf(selection).every((field) => LEDGER_USES[field].reads);
}

/** Whether what a run finds in files replaces what was known about them. */
export function mayFillLedger(selection: Selection): boolean {
  return !leavesOut(selection) && !isNarrowedByKeys(selection);
}

/** Whether a large first run may go through its files in pieces. */
export function mayGoInPieces(selection: Selection): boolean {
  return fieldsOf(selection).every((field) => LEDGER_USES[field].inPieces);
}

/** Whether a run skips files or locales of the config. */
export function leavesOut(selection: Selection): boolean {
  return fieldsOf(selection).some((field) => LEDGER_USES[field].leavesOut === 'files');
}

/** Whether a run skips units. `keys` do not if they only narrow `accept` or `retranslate`. */
export function isNarrowedByKeys(selection: Selection): boolean {
  const { retranslate, accept } = selection;
  if (retranslate !== undefined || accept === true) return false;
  return fieldsOf(selection).some((field) => LEDGER_USES[field].leavesOut === 'units');
}

export const RETRANSLATE = ['drifted', 'edited', 'all'] as const;
export type Retranslate = (typeof RETRANSLATE)[number];
