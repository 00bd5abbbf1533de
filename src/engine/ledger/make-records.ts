import type { Problem } from '../../model/index.js';
import { isUnchanged, lockHashOf } from '../../state/index.js';
import { LOCK_FILE, isForReview } from '../../lock/index.js';
import type { Stamp } from '../../state/index.js';
import type { QuietState, SourceUnit } from '../units/source-units.js';
import { excludeUse } from '../load/index.js';
import type { FilePair, Loaded } from '../load/index.js';
import type { DecidedRow, FileComparison, Row } from '../units/row.js';
import { isDrifted, isMadeOtherwise } from '../units/drift.js';
import { isCounted, actionOf, decidedRows, findingsOfNew, proposalOf } from '../units/decided.js';
import type { FileTally, Written } from '../units/reporting.js';
import { targetId } from '../scan-order.js';
import type { RememberedFiles } from './remembered-files.js';
import { letterOf, tableOf } from './records.js';
import type { PairRecord, Records, TargetRecord, UnitTable } from './records.js';

/** What the ledger needs of a run that has ended. */
export interface FinishedRun {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
  readonly identity: string;
  readonly files: readonly FileComparison[];
  readonly written: Written;
  /** `contentHash` of the lock that the run wrote. Default: the one on disk. */
  readonly lockLeft?: string | undefined;
  /** One per target file. */
  readonly tallies: readonly FileTally[];
}

/** The records of a complete run; undefined if any file is uncertain. */
export function recordsOf(run: FinishedRun): Records | undefined {
  const { loaded, remembered, identity } = run;
  const lock = lockHashAfter(run);
  if (lock === undefined) return undefined;
  const ended = endedFiles(run);
  const read = loaded.pairs.map((pair) => pairRecord(pair, run, ended));
  const kept = loaded.remembered.map(({ source }) => remembered?.recordOf(source));
  const pairs = [...read, ...kept].filter((pair) => pair !== undefined);
  return { identity, lock, pairs };
}

/** A target file with its contribution to the report. */
interface EndedFile {
  readonly file: FileComparison;
  readonly tally: FileTally;
}

/** By `targetId`. */
function endedFiles({ files, tallies }: FinishedRun): ReadonlyMap<string, EndedFile> {
  const byTarget = new Map(tallies.map((tally) => [targetId(tally), tally]));
  const ended = new Map<string, EndedFile>();
  for (const file of files) {
    const id = targetId(file.target);
    const tally = byTarget.get(id);
    if (tally !== undefined) ended.set(id, { file, tally });
  }
  return ended;
}

/** Whether another run would report the same, with the same lines. */
export function isFinal(run: FinishedRun): boolean {
  const { files, loaded, written } = run;
  const ended = endedFiles(run);
  return (
    ended.size === files.length &&
    [...ended.values()].every((one) => !hasMoved(one, written)) &&
    !loaded.problems.some(isOfWritten(written))
  );
}

/** Tests for problems found in target files before the run wrote them. */
function isOfWritten({ replaced }: Written): (problem: Problem) => boolean {
  const paths = new Set([...replaced].map(({ target }) => target.path));
  return ({ file }) => file !== undefined && paths.has(file);
}

/**
 * `lockHashOf` the lock as the run left it; undefined if it has changed since, or changed before the
 * run wrote it.
 */
function lockHashAfter({ loaded, lockLeft }: FinishedRun): string | undefined {
  const { inputs, lockFiles } = loaded;
  if (lockFiles !== undefined && lockLeft === undefined) return undefined;
  const stamp = inputs.stampOf(LOCK_FILE);
  try {
    const bytes = lockLeft === undefined ? inputs.reread(LOCK_FILE) : undefined;
    if (stamp === undefined || !isUnchanged(stamp)) return undefined;
    return lockLeft ?? lockHashOf(bytes);
  } catch {
    return undefined;
  }
}

function pairRecord(
  pair: FilePair,
  { loaded, written }: FinishedRun,
  all: ReadonlyMap<string, EndedFile>,
): PairRecord | undefined {
  const { inputs, problems, config } = loaded;
  const { path: source } = pair.source;
  const stamp = inputs.stampOf(source);
  // Records identify a file by its path alone, so a file that holds all locales is read in every
  // run.
  const holdsAllLocales = pair.targets.some(({ path }) => path === source);
  if (stamp === undefined || holdsAllLocales) return undefined;
  const tables = new Map<readonly SourceUnit[], UnitTable>();
  const files = pair.targets.map((target) => all.get(targetId(target)));
  const targets = files.flatMap((ended): readonly TargetRecord[] => {
    if (ended === undefined) return [];
    const { expected, target } = ended.file;
    const own = inputs.stampOf(target.path);
    if (own === undefined) return [];
    if (!tables.has(expected)) tables.set(expected, tableOf(expected));
    return [targetRecord(ended, own, [...tables.keys()].indexOf(expected))];
  });
  const paths = new Set([source, ...pair.targets.map(({ path }) => path)]);
  const own = problems.filter(({ file }) => file !== undefined && paths.has(file));
  const { matched, example } = excludeUse(pair);
  return {
    source,
    catalog: config.catalogs.indexOf(pair.catalog),
    stamp,
    tables: [...tables.values()],
    targets,
    isSettled:
      files.every((one) => one !== undefined && isSettled(one, written)) &&
      !own.some(isOfWritten(written)),
    problems: own,
    excludes: matched,
    example,
  };
}

function targetRecord({ file, tally }: EndedFile, stamp: Stamp, table: number): TargetRecord {
  const { expected, target, rows, quiet } = file;
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
    table,
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

/** Whether another run would find nothing to do in a target file and report the same. */
function isSettled(ended: EndedFile, written: Written): boolean {
  const { file, tally } = ended;
  const { missing, stale } = tally.counts;
  if (missing + stale > 0 || hasMoved(ended, written)) return false;
  // A kept unit is removed once nothing needs it, unless the config keeps all.
  const isKeptByConfig = file.pair.catalog.remove === false;
  if (file.kept.length > 0 && !isKeptByConfig) return false;
  if (file.obsolete.length > 0 && written.kept.has(file)) return false;
  // A proposal that was postponed is requested by the next run.
  const awaitsProposal = ({ state, decision }: Row): boolean =>
    state.status === 'review' && state.mayPropose && decision === undefined;
  const isDone = (row: DecidedRow): boolean =>
    row.written !== undefined || row.decision.do === 'recall' || proposalOf(row) !== undefined;
  return !file.rows.some(awaitsProposal) && decidedRows(file).every(isDone);
}

/** Whether reported lines of a file have changed because it was written. */
function hasMoved({ file, tally }: EndedFile, { replaced }: Written): boolean {
  return tally.problems.length > 0 && replaced.has(file);
}
