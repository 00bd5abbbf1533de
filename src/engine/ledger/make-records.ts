import type { Problem } from '../../model/index.js';
import { isUnchanged, lockHashOf } from '../../state/index.js';
import { LOCK_FILE, parseLock, isForReview } from '../../lock/index.js';
import type { ParsedLock } from '../../lock/index.js';
import type { Stamp } from '../../state/index.js';
import type { QuietState, SourceUnit } from '../units/source-units.js';
import { excludeUse } from '../load/index.js';
import type { FilePair, Loaded } from '../load/index.js';
import type { DecidedRow, FileComparison, Row } from '../units/row.js';
import { isDrifted, isMadeOtherwise } from '../units/drift.js';
import { isCounted, actionOf, decidedRows, findingsOfNew, proposalOf } from '../units/decided.js';
import type { FileTally, Written } from '../units/reporting.js';
import { targetId } from '../scan-order.js';
import { factsHash } from './remembered-files.js';
import type { LockToday, RememberedFiles } from './remembered-files.js';
import { letterOf, tableOf } from './records.js';
import type { PairRecord, Records, TargetRecord, UnitTable } from './records.js';

/** What the ledger needs of a run that has ended. */
export interface FinishedRun {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
  readonly identity: string;
  readonly files: readonly FileComparison[];
  readonly written: Written;
  /** The lock that the run wrote, with `contentHash` of its text. Default: the one on disk. */
  readonly lockLeft?: { readonly text: string; readonly hash: string } | undefined;
  /** One per target file. */
  readonly tallies: readonly FileTally[];
}

/** The records of a complete run; undefined if any file is uncertain. */
export function recordsOf(run: FinishedRun): Records | undefined {
  const { loaded, remembered, identity } = run;
  const left = lockToday(run);
  if (left === undefined) return undefined;
  const ended = endedFiles(run);
  const read = loaded.pairs.map((pair) => pairRecord(pair, run, { ended, lock: left.lock }));
  const kept = loaded.remembered.map(({ source }) => remembered?.recordOf(source));
  const pairs = [...read, ...kept].filter((pair) => pair !== undefined);
  return { identity, lock: left.lockHash, pairs };
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
 * The lock as the run left it; undefined if it has changed since, or changed before the run wrote
 * it.
 */
function lockToday({ loaded, lockLeft }: FinishedRun): LockToday | undefined {
  const { inputs, lockFiles } = loaded;
  if (lockFiles !== undefined && lockLeft === undefined) return undefined;
  const stamp = inputs.stampOf(LOCK_FILE);
  try {
    const bytes = lockLeft === undefined ? inputs.reread(LOCK_FILE) : undefined;
    if (stamp === undefined || !isUnchanged(stamp)) return undefined;
    if (lockLeft !== undefined) return { lock: parseLock(lockLeft.text), lockHash: lockLeft.hash };
    return { lock: parseLock(bytes?.toString() ?? ''), lockHash: lockHashOf(bytes) };
  } catch {
    return undefined;
  }
}

function pairRecord(
  pair: FilePair,
  { loaded, written }: FinishedRun,
  left: { readonly ended: ReadonlyMap<string, EndedFile>; readonly lock: ParsedLock },
): PairRecord | undefined {
  const { inputs, problems, config } = loaded;
  const { path: source } = pair.source;
  const stamp = inputs.stampOf(source);
  // Records identify a file by its path alone, so a file that holds all locales is read in every
  // run.
  const holdsAllLocales = pair.targets.some(({ path }) => path === source);
  if (stamp === undefined || holdsAllLocales) return undefined;
  const tables = new Map<readonly SourceUnit[], UnitTable>();
  const files = pair.targets.map((target) => left.ended.get(targetId(target)));
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
  const restsOnFacts = files.every((one) => one !== undefined && restsOnFactsOnly(one.file));
  return {
    source,
    catalog: config.catalogs.indexOf(pair.catalog),
    stamp,
    tables: [...tables.values()],
    targets,
    isSettled:
      files.every((one) => one !== undefined && isSettled(one, written)) &&
      !own.some(isOfWritten(written)),
    facts: restsOnFacts ? factsHash([...tables.values()], left.lock) : undefined,
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

/**
 * Whether a target file's report depends only on its own text and the lock's facts about its
 * source's units. Texts in review, and units that the source lacks, depend on more of the lock.
 */
function restsOnFactsOnly({ rows, extra, kept, obsolete }: FileComparison): boolean {
  if (extra.length + kept.length + obsolete.length > 0) return false;
  return rows.every(({ state }) => state.status !== 'review');
}
