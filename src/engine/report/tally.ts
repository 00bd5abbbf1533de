import { NO_COUNTS } from '../../model/index.js';
import type { LocaleCounts, Problem, UnitStatus } from '../../model/index.js';
import { COPIED, EDITED, isForReview, PIECED } from '../../state/index.js';
import { isDrifted, isMadeOtherwise, isRehearsed } from '../units/drift.js';
import { hasErrors } from '../units/findings.js';
import type { ComparedUnit, FileComparison, Finding, QuietState } from '../units/types.js';
import type { Change, Failure, FileChanges, KnownTranslation } from '../changes/types.js';
import { placeOfUnit } from './place.js';
import { changesInOrder } from '../changes/in-order.js';
import { isConfirmed } from '../changes/results.js';
import type { Results } from '../changes/results.js';
import type { FileTally } from '../changes/results.js';
import { isCounted } from '../units/counted.js';
import { isTooLong } from '../changes/tries.js';

export function tallyOf(one: FileChanges, results: Results): FileTally {
  const { file } = one;
  const { path, locale } = file.target;
  const problems: Problem[] = [];
  const counted = countUnits(one, results, (after) => {
    const own = problemsOf(after, { file, results });
    if (own.length > 0) problems.push(...own);
  });
  return { path, locale, ...counted, problems };
}

/** Only the counts of a tally: most of its time is spent on problems. */
export function countsOf(one: FileChanges, results: Results): LocaleCounts {
  return countUnits(one, results, () => undefined).counts;
}

function countUnits(
  { file, changes }: FileChanges,
  results: Results,
  onCounted: (after: UnitAfter) => void,
): Pick<FileTally, 'counts' | 'settled'> {
  const counts = countsOfQuiet(file.quiet);
  let settled = 0;
  const changeOf = changesInOrder(changes);
  for (const unit of file.units) {
    if (!results.isMeant(unit)) continue;
    if (unit.state.place === 'inherited') {
      if (isCounted(unit)) counts.inherited = (counts.inherited ?? 0) + 1;
      continue;
    }
    const after = unitAfter(unit, changeOf(unit), results);
    if (isCounted(unit)) count(counts, after, results);
    if (after.findings.length > 0) settled += after.findings.filter(isSettled).length;
    onCounted(after);
  }
  return { counts, settled };
}

function isSettled({ level }: Finding): boolean {
  return level === 'settled';
}

/** A unit after the run. */
interface UnitAfter {
  readonly unit: ComparedUnit;
  readonly status: UnitStatus;
  readonly change: Change | undefined;
  /** Whether the text was written, or the proposal is available. */
  readonly isDone: boolean;
  /** Findings for the text that is now in the file. */
  readonly findings: readonly Finding[];
}

function unitAfter(unit: ComparedUnit, change: Change | undefined, results: Results): UnitAfter {
  const { findings, state } = unit;
  const accepted = results.accepts(unit);
  const fact = change && results.written.get(change);
  if (change !== undefined && fact !== undefined && !accepted) {
    const own = results.findingsOf(change);
    return { unit, change, isDone: true, findings: own, status: statusOf(fact.origin, own) };
  }
  const isProposed = change?.action === 'propose' && results.proposalOf(change) !== undefined;
  const isDone = fact !== undefined || (isProposed && results.view === 'run');
  const isSettled = accepted || isConfirmed(change, results.proposalOf);
  const settled = hasErrors(findings) ? 'invalid' : 'current';
  return { unit, change, isDone, findings, status: isSettled ? settled : state.status };
}

/** Status of a text that now belongs to today's source. A moved human text keeps its old status. */
function statusOf(origin: string, findings: readonly Finding[]): UnitStatus {
  if (isForReview(origin)) return 'review';
  if (hasErrors(findings)) return 'invalid';
  return origin === EDITED ? 'edited' : 'current';
}

export type MutableCounts = { -readonly [Name in keyof LocaleCounts]: number };

export function emptyCounts(): MutableCounts {
  return { ...NO_COUNTS };
}

/** Counts of units that were not compared. */
function countsOfQuiet(quiet: readonly QuietState[]): MutableCounts {
  let units = 0;
  let edited = 0;
  let drifted = 0;
  for (const state of quiet) {
    if (state === 'uncounted') continue;
    units += 1;
    if (state === 'edited') edited += 1;
    else if (state === 'drifted') drifted += 1;
  }
  return { ...emptyCounts(), units, edited, drifted, current: units - edited };
}

function count(counts: MutableCounts, after: UnitAfter, results: Results): void {
  const { view, written, isShared } = results;
  const { unit, status, change, isDone } = after;
  counts.units += 1;
  if (status !== 'obsolete' && status !== 'extra') counts[status] += 1;
  const isMade = change !== undefined && (view === 'plan' || isDone);
  if (isMade && isFromService(change) && isShared?.(change) !== true) counts.translated += 1;
  const origin = change && (written.get(change)?.origin ?? change.known?.origin);
  const isReplaced = isMade && change.action !== 'copy';
  const drifted = isReplaced ? isMadeOtherwise(origin, unit) : isDrifted(unit);
  if (drifted && status === 'current') counts.drifted += 1;
}

function isFromService({ action, reuse }: Change): boolean {
  if (action !== 'translate' && action !== 'reuse') return false;
  return reuse === undefined || reuse === 'duplicate';
}

interface Around {
  readonly file: FileComparison;
  readonly results: Results;
}

function problemsOf(after: UnitAfter, { file, results }: Around): readonly Problem[] {
  const { status, change, isDone, findings } = after;
  const failure = change === undefined || isDone ? undefined : results.failureOf(change);
  const isFine = status === 'current' || status === 'edited';
  // Most units have no problems.
  if (isFine && findings.length === 0 && failure === undefined) return NOTHING;
  return problemsIn(after, failure, { file, results });
}

const NOTHING: readonly Problem[] = [];

function problemsIn(
  after: UnitAfter,
  failure: Failure | undefined,
  { file, results }: Around,
): readonly Problem[] {
  const { unit, status, findings } = after;
  const problems: Problem[] = [];
  const add = (code: Problem['code'], severity: Problem['severity'], message: string): void => {
    problems.push({ code, severity, message, ...placeOfUnit(file, unit) });
  };
  // A text in review fails anyway. Its findings are shown as warnings, for whoever reviews it.
  const waits = unit.state.flag === 'set';
  for (const { code, level, message } of findings) {
    if (level !== 'settled') add(code, level === 'error' && !waits ? 'error' : 'warning', message);
    else if (results.listsSettled === true) {
      const place = placeOfUnit(file, unit);
      problems.push({ code, severity: 'warning', message, ...place, settled: true });
    }
  }
  // An answer that is no translation explains why its unit is still open.
  const refused = failure?.code === 'no-translation' ? failure : undefined;
  const open = openProblem(status, after, { file, results });
  const isListed = results.view === 'look' || status === 'review' || refused !== undefined;
  const isOpen = open !== undefined && unit.state.place !== 'occupied' && isListed;
  if (isOpen) {
    const why = refused && ` Not written: ${refused.message}, even when requested again alone.`;
    add(open.code, 'error', open.message + (why ?? ''));
  }
  if (failure !== undefined) {
    add(failure.code, isOpen && refused !== undefined ? 'warning' : 'error', failure.message);
  }
  return problems;
}

interface OpenProblem {
  readonly code: 'missing' | 'stale' | 'review';
  readonly message: string;
}

function openProblem(
  status: UnitStatus,
  after: UnitAfter,
  { file, results }: Around,
): OpenProblem | undefined {
  const { unit, change } = after;
  switch (status) {
    case 'missing':
      return { code: 'missing', message: missingMessage(file, unit) };
    case 'stale':
      return { code: 'stale', message: staleMessage(unit) };
    case 'review': {
      const proposal = change?.action === 'propose' ? results.proposalOf(change) : undefined;
      const origin = (change && results.written.get(change)?.origin) ?? unit.state.origin;
      const said = origin === PIECED ? machineMessage(file, after) : undefined;
      const isFlagged = change === undefined && unit.state.flag === 'set';
      const message = isFlagged ? FLAGGED : (said ?? reviewMessage(file, after, proposal));
      return { code: 'review', message };
    }
    case 'current':
    case 'edited':
    case 'invalid':
    case 'obsolete':
    case 'extra':
      return undefined;
  }
}

/** Copied values are not counted as translations but still have to be kept up to date. */
function missingMessage({ target }: FileComparison, { source }: ComparedUnit): string {
  return source.copied
    ? `Not in ${target.path} yet; sync copies it.`
    : `No translation in ${target.path}.`;
}

function staleMessage(unit: ComparedUnit): string {
  const { source, state, current } = unit;
  if (source.copied) {
    return 'The source value has changed since this was copied; sync copies it again.';
  }
  if (current !== undefined && isRehearsed(unit, current.text)) {
    return 'This is a pseudo-translation of a rehearsal; sync translates it.';
  }
  return state.origin === COPIED
    ? 'This was copied while its key was excluded; sync translates it.'
    : 'The source has changed since this was translated.';
}

const IN_PIECES =
  'The service did not keep the placeholders, so the text was translated in pieces, split at the placeholders. Read it, then fix or accept it.';

const FLAGGED = 'The file marks this text as needing review. Read it, then fix or accept it.';

function machineMessage({ pair }: FileComparison, { findings }: UnitAfter): string {
  if (findings.some(isTooLong)) {
    return 'This machine translation is longer than its maximum length, but was written anyway.';
  }
  const none = findings.find(({ code }) => code === 'no-translation');
  if (none !== undefined) {
    return `This may not be a translation: ${none.message}, even when requested again alone. Read it, then fix or accept it.`;
  }
  if (pair.catalog.fuzzy !== true) return IN_PIECES;
  return 'This is a machine translation, and `fuzzy` in the config makes it wait for review.';
}

function reviewMessage(
  { target }: FileComparison,
  { unit }: UnitAfter,
  proposal: KnownTranslation | undefined,
): string {
  const { current } = unit;
  const reason =
    current?.incomplete === true
      ? `Parts of it are missing in ${target.path}; the existing parts are kept.`
      : 'The source has changed since a person wrote this; it is kept.';
  return proposal === undefined ? reason : `${reason} Proposal: ${proposal.text}`;
}
