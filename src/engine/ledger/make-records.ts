import type { Problem } from '../../model/index.js';
import { isUnchanged, lockHashOf } from '../../state/index.js';
import { LOCK_FILE, madeLock, parseLock, isForReview } from '../../lock/index.js';
import type { Stamp } from '../../state/index.js';
import type { SourceUnit } from '../units/source-units.js';
import { excludeUse } from '../load/index.js';
import type { FilePair, Loaded } from '../load/index.js';
import type { DecidedRow, FileComparison, QuietState, Row } from '../units/row.js';
import { isDrifted, isMadeOtherwise } from '../units/drift.js';
import { isCounted } from '../units/counted.js';
import { actionOf, decidedRows, findingsOfNew, proposalOf } from '../units/decided.js';
import type { FileTally, Written } from '../units/reporting.js';
import { targetId } from '../scan-order.js';
import { factsHash } from './remembered-files.js';
import type { LockToday } from './remembered-files.js';
import { letterOf } from './records.js';
import { tableOf } from './unit-table.js';
import type { PairRecord, Records, TargetRecord, UnitTable } from './records.js';
import type { RememberedFiles } from './remembered-files.js';

/** The lock's text as a run wrote it. */
export interface LockText {
  readonly text: string;
  /** `contentHash` of `text`. */
  readonly hash: string;
}

export interface FinishedRun {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
  readonly identity: string;
  readonly files: readonly FileComparison[];
  readonly written: Written;
  /** The lock that the run wrote. Default: the one on disk. */
  readonly lockLeft?: LockText | undefined;
  /** One per target file. */
  readonly tallies: readonly FileTally[];
}

/** The records of a complete run; undefined if any file is uncertain. */
export function recordsOf(run: FinishedRun): Records | undefined {
  const { loaded, remembered, identity } = run;
  const left = lockToday(run);
  if (left === undefined) return undefined;
  const tallies = new Map(run.tallies.map((tally) => [targetId(tally), tally]));
  const byTarget = new Map(run.files.map((file) => [targetId(file.target), file]));
  const input = { ...run, tallies, byTarget, left, isOfWritten: isOfWritten(run) };
  const read = loaded.pairs.map((pair) => pairRecord(pair, input));
  const kept = loaded.remembered.map(({ source }) => remembered?.recordOf(source));
  const pairs = [...read, ...kept].filter((pair) => pair !== undefined);
  return { identity, lock: left.lockHash, pairs };
}

/** Whether another run would report the same, with the same lines. */
export function isFinal(
  run: Pick<FinishedRun, 'files' | 'tallies' | 'written' | 'loaded'>,
): boolean {
  const tallies = new Map(run.tallies.map((tally) => [targetId(tally), tally]));
  return (
    !run.loaded.problems.some(isOfWritten(run)) &&
    run.files.every((file) => {
      const tally = tallies.get(targetId(file.target));
      return tally !== undefined && !hasMoved(file, tally, run.written);
    })
  );
}

/** Tests for problems found in target files before the run wrote them. */
function isOfWritten({ written }: Pick<FinishedRun, 'written'>): (problem: Problem) => boolean {
  const paths = new Set([...written.replaced].map(({ target }) => target.path));
  return ({ file }) => file !== undefined && paths.has(file);
}

/**
 * The lock as the run left it; undefined if it has changed since, or changed before the run wrote
 * it.
 */
function lockToday({
  loaded: { inputs, lockFiles },
  lockLeft,
}: FinishedRun): LockToday | undefined {
  if (lockFiles !== undefined && lockLeft === undefined) return undefined;
  const stamp = inputs.stampOf(LOCK_FILE);
  try {
    const bytes = lockLeft === undefined ? inputs.reread(LOCK_FILE) : undefined;
    if (stamp === undefined || !isUnchanged(stamp)) return undefined;
    if (lockLeft !== undefined) {
      return { lock: madeLock(lockLeft.text), lockHash: lockLeft.hash };
    }
    return { lock: parseLock(bytes?.toString() ?? ''), lockHash: lockHashOf(bytes) };
  } catch {
    return undefined;
  }
}

interface PairInput extends Omit<FinishedRun, 'tallies'> {
  readonly tallies: ReadonlyMap<string, FileTally>;
  readonly byTarget: ReadonlyMap<string, FileComparison>;
  /** The lock as the run left it. */
  readonly left: LockToday;
  readonly isOfWritten: (problem: Problem) => boolean;
}

/**
 * Records identify a file by its path alone, so a file that holds all locales is read in every run.
 */
function holdsAllLocales({ source, targets }: FilePair): boolean {
  return targets.some(({ path }) => path === source.path);
}

function pairRecord(pair: FilePair, input: PairInput): PairRecord | undefined {
  const { inputs, problems } = input.loaded;
  const stamp = inputs.stampOf(pair.source.path);
  if (stamp === undefined || holdsAllLocales(pair)) return undefined;
  const tables = new Map<readonly SourceUnit[], UnitTable>();
  const before = input.remembered?.pairOf(pair.source.path)?.tables ?? [];
  const targets = pair.targets.flatMap((target): readonly TargetRecord[] => {
    const file = input.byTarget.get(targetId(target));
    const tally = input.tallies.get(targetId(target));
    const own = inputs.stampOf(target.path);
    if (file === undefined || tally === undefined || own === undefined) return [];
    const { expected } = file;
    if (!tables.has(expected)) tables.set(expected, tableOf(expected, before[tables.size]));
    return [targetRecord(file, { tally, stamp: own, tables })];
  });
  const paths = new Set([pair.source.path, ...pair.targets.map(({ path }) => path)]);
  const own = problems.filter(({ file }) => file !== undefined && paths.has(file));
  const { matched, example } = excludeUse(pair);
  const files = pair.targets.map((target) => input.byTarget.get(targetId(target)));
  return {
    source: pair.source.path,
    catalog: input.loaded.config.catalogs.indexOf(pair.catalog),
    stamp,
    tables: [...tables.values()],
    targets,
    isSettled: files.every((one) => isSettled(one, input)) && !own.some(input.isOfWritten),
    facts: files.every((one) => one !== undefined && restsOnFactsOnly(one))
      ? factsHash([...tables.values()], input.left.lock)
      : undefined,
    problems: own,
    excludes: matched,
    example,
  };
}

interface TargetInput {
  readonly tally: FileTally;
  readonly stamp: Stamp;
  readonly tables: ReadonlyMap<readonly SourceUnit[], UnitTable>;
}

function targetRecord(
  { expected, target, rows, quiet }: FileComparison,
  { tally, stamp, tables }: TargetInput,
): TargetRecord {
  // Both have the order of `expected`.
  let looked = 0;
  let unlooked = 0;
  const letters = expected.map((source) => {
    const row = rows[looked];
    if (row?.source !== source) return letterOf(quiet[unlooked++]);
    looked += 1;
    return letterOf(quietAfter(row));
  });
  return {
    path: target.path,
    locale: target.locale,
    stamp,
    table: [...tables.keys()].indexOf(expected),
    states: letters.join(''),
    counts: { ...tally.counts, translated: 0 },
    settled: tally.settled,
    problems: tally.problems,
  };
}

/** The state of a unit that needs nothing from now on; undefined: every run compares it. */
function quietAfter(row: Row): QuietState | undefined {
  const { state, findings, decision, written } = row;
  if (decision !== undefined) {
    const action = actionOf(decision);
    const isOpen = written === undefined || isForReview(written.origin);
    if (isOpen || findingsOfNew(row).length > 0 || action === 'reuse') return undefined;
    if (!isCounted(row)) return 'uncounted';
    return isMadeOtherwise(written.origin, row) && action !== 'copy' ? 'drifted' : 'current';
  }
  if (findings.length > 0 || state.place !== 'own') return undefined;
  if (state.status !== 'current' && state.status !== 'edited') return undefined;
  if (!isCounted(row)) return 'uncounted';
  return isDrifted(row) ? 'drifted' : state.status;
}

interface AfterRun {
  readonly written: Pick<Written, 'kept' | 'replaced'>;
  /** By target file. */
  readonly tallies: ReadonlyMap<string, Pick<FileTally, 'counts' | 'problems'>>;
}

/** Whether another run would find nothing to do in a target file and report the same. */
function isSettled(file: FileComparison | undefined, { written, tallies }: AfterRun): boolean {
  if (file === undefined) return false;
  const tally = tallies.get(targetId(file.target));
  if (tally === undefined || tally.counts.missing + tally.counts.stale > 0) return false;
  if (hasMoved(file, tally, written)) return false;
  // A kept unit is removed once nothing needs it, unless the config keeps all.
  const isKeptByConfig = file.pair.catalog.remove === false;
  if (
    (file.kept.length > 0 && !isKeptByConfig) ||
    (file.obsolete.length > 0 && written.kept.has(file))
  )
    return false;
  return !file.rows.some(awaitsProposal) && decidedRows(file).every(isDone);
}

function isDone(row: DecidedRow): boolean {
  if (row.written !== undefined || row.decision.do === 'recall') return true;
  return proposalOf(row) !== undefined;
}

/** Whether a proposal was postponed: the next run requests it. */
function awaitsProposal({ state, decision }: Row): boolean {
  return state.status === 'review' && state.mayPropose && decision === undefined;
}

/** Whether reported lines of a file have changed because it was written. */
function hasMoved(
  file: FileComparison,
  { problems }: Pick<FileTally, 'problems'>,
  { replaced }: Pick<Written, 'replaced'>,
): boolean {
  return problems.length > 0 && replaced.has(file);
}

/**
 * Whether a target file's report depends only on its own text and the lock's facts about its
 * source's units. Texts in review, and units that the source lacks, depend on more of the lock.
 */
function restsOnFactsOnly({ rows, extra, kept, obsolete }: FileComparison): boolean {
  if (extra.length + kept.length + obsolete.length > 0) return false;
  return rows.every(({ state }) => state.status !== 'review');
}
