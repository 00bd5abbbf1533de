import { NO_COUNTS } from '../../model/index.js';
import type { LocaleCounts, Problem, UnitStatus } from '../../model/index.js';
import { COPIED, EDITED, isForReview, PIECED } from '../../lock/index.js';
import { isDrifted, isMadeOtherwise, isRehearsed } from '../units/drift.js';
import { hasErrors } from '../units/findings.js';
import type { Decision, FileComparison, Finding, KnownTranslation, Row } from '../units/row.js';
import type { QuietState } from '../units/source-units.js';
import { placeOfUnit } from './place.js';
import {
  actionOf,
  failureOf,
  findingsOfNew,
  isConfirmed,
  isShared,
  proposalOf,
  isCounted,
} from '../units/decided.js';
import type { FileTally, Reporting } from '../units/reporting.js';
import { isTooLong } from '../segments/tries.js';

/** A target file's contribution to a report. */
export function tallyOf(file: FileComparison, reporting: Reporting): FileTally {
  const { path, locale } = file.target;
  const problems: Problem[] = [];
  const counts = countsOfQuiet(file.quiet);
  let settled = 0;
  for (const row of file.rows) {
    if (!reporting.isMeant(row)) continue;
    if (row.state.place === 'inherited') {
      if (isCounted(row)) counts.inherited = (counts.inherited ?? 0) + 1;
      continue;
    }
    const after = rowAfter(row, reporting);
    if (isCounted(row)) count(counts, after, reporting);
    settled += after.findings.filter(({ level }) => level === 'settled').length;
    const own = problemsOf(after, file, reporting);
    if (own.length > 0) problems.push(...own);
  }
  return { path, locale, counts, settled, problems };
}

/** A row after the run. */
interface RowAfter {
  readonly row: Row;
  readonly status: UnitStatus;
  /** What was decided; undefined if it stays as it is, or the report is about the files as they are. */
  readonly decision: Decision | undefined;
  /** Whether the text was written, or the proposal is available. */
  readonly isDone: boolean;
  /** Findings for the text that is now in the file. */
  readonly findings: readonly Finding[];
}

function rowAfter(row: Row, { view, accepts }: Reporting): RowAfter {
  const { findings, state, written } = row;
  if (view === 'now')
    return { row, decision: undefined, isDone: false, findings, status: state.status };
  const { decision } = row;
  const accepted = accepts(row);
  if (decision !== undefined && written !== undefined && !accepted) {
    const own = findingsOfNew(row);
    return { row, decision, isDone: true, findings: own, status: statusOf(written.origin, own) };
  }
  const isDone = written !== undefined || (view === 'run' && proposalOf(row) !== undefined);
  const settled = hasErrors(findings) ? 'invalid' : 'current';
  const status = accepted || isConfirmed(row) ? settled : state.status;
  return { row, decision, isDone, findings, status };
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

function count(
  counts: MutableCounts,
  { row, status, decision, isDone }: RowAfter,
  { view }: Reporting,
): void {
  counts.units += 1;
  if (status !== 'obsolete' && status !== 'extra') counts[status] += 1;
  const isMade = decision !== undefined && (view === 'plan' || isDone);
  if (isMade && isFromService(decision) && !isShared(row)) counts.translated += 1;
  const origin = decision && (row.written?.origin ?? decision.known?.origin);
  const isReplaced = isMade && decision.do !== 'copy';
  const drifted = isReplaced ? isMadeOtherwise(origin, row) : isDrifted(row);
  if (drifted && status === 'current') counts.drifted += 1;
}

function isFromService(decision: Decision): boolean {
  const action = actionOf(decision);
  if (action !== 'translate' && action !== 'reuse') return false;
  return decision.reuse === undefined || decision.reuse === 'duplicate';
}

const NOTHING: readonly Problem[] = [];

function problemsOf(
  after: RowAfter,
  file: FileComparison,
  reporting: Reporting,
): readonly Problem[] {
  const { row, status, decision, isDone, findings } = after;
  const failure = decision === undefined || isDone ? undefined : failureOf(row);
  const isFine = status === 'current' || status === 'edited';
  // Most rows have no problems.
  if (isFine && findings.length === 0 && failure === undefined) return NOTHING;
  const problems: Problem[] = [];
  const add = (code: Problem['code'], severity: Problem['severity'], message: string): void => {
    problems.push({ code, severity, message, ...placeOfUnit(file, row) });
  };
  // A text in review fails anyway. Its findings are shown as warnings, for whoever reviews it.
  const waits = row.state.flag === 'set';
  for (const { code, level, message } of findings) {
    if (level !== 'settled') add(code, level === 'error' && !waits ? 'error' : 'warning', message);
    else if (reporting.listsSettled === true) {
      const place = placeOfUnit(file, row);
      problems.push({ code, severity: 'warning', message, ...place, settled: true });
    }
  }
  // An answer that is no translation explains why its unit is still open.
  const refused = failure?.code === 'no-translation' ? failure : undefined;
  const open = openProblem(after, file);
  const isListed = reporting.view === 'look' || status === 'review' || refused !== undefined;
  const isOpen = open !== undefined && row.state.place !== 'occupied' && isListed;
  if (isOpen) {
    const why = refused && ` Not written: ${refused.message}, even when requested again alone.`;
    add(open.code, 'error', open.message + (why ?? ''));
  }
  if (failure !== undefined) {
    add(failure.code, isOpen && refused !== undefined ? 'warning' : 'error', failure.message);
  }
  return problems;
}

function openProblem(
  after: RowAfter,
  file: FileComparison,
): { readonly code: 'missing' | 'stale' | 'review'; readonly message: string } | undefined {
  const { row, status, decision } = after;
  switch (status) {
    case 'missing':
      return { code: 'missing', message: missingMessage(file, row) };
    case 'stale':
      return { code: 'stale', message: staleMessage(row) };
    case 'review': {
      const proposal = decision && proposalOf(row);
      const origin = (decision && row.written?.origin) ?? row.state.origin;
      const said = origin === PIECED ? machineMessage(file, after) : undefined;
      const isFlagged = decision === undefined && row.state.flag === 'set';
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
function missingMessage({ target }: FileComparison, { source }: Row): string {
  return source.copied
    ? `Not in ${target.path} yet; sync copies it.`
    : `No translation in ${target.path}.`;
}

function staleMessage(row: Row): string {
  const { source, state, current } = row;
  if (source.copied) {
    return 'The source value has changed since this was copied; sync copies it again.';
  }
  if (current !== undefined && isRehearsed(row, current.text)) {
    return 'This is a pseudo-translation of a rehearsal; sync translates it.';
  }
  return state.origin === COPIED
    ? 'This was copied while its key was excluded; sync translates it.'
    : 'The source has changed since this was translated.';
}

const IN_PIECES =
  'The service did not keep the placeholders, so the text was translated in pieces, split at the placeholders. Read it, then fix or accept it.';

const FLAGGED = 'The file marks this text as needing review. Read it, then fix or accept it.';

function machineMessage({ pair }: FileComparison, { findings }: RowAfter): string {
  if (findings.some(isTooLong)) {
    return 'This machine translation is longer than its maximum length, but was written anyway.';
  }
  const none = findings.find(({ code }) => code === 'no-translation');
  if (none !== undefined) {
    return `This may not be a translation: ${none.message}, even when requested again alone. Read it, then fix or accept it.`;
  }
  if (pair.catalog.marksMachine !== true) return IN_PIECES;
  return 'This is a machine translation, and `review: auto` in the config makes it wait for review.';
}

function reviewMessage(
  { target }: FileComparison,
  { row: { current } }: RowAfter,
  proposal: KnownTranslation | undefined,
): string {
  const reason =
    current?.incomplete === true
      ? `Parts of it are missing in ${target.path}; the existing parts are kept.`
      : 'The source has changed since a person wrote this; it is kept.';
  return proposal === undefined ? reason : `${reason} Proposal: ${proposal.text}`;
}
