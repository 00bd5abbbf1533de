import { isForReview } from '../../state/data.js';
import { isDrifted, isMadeOtherwise } from '../units/drift.js';
import { isCounted } from '../units/counted.js';
import { targetId } from '../scan-order.js';
import { actionOf, decidedRows, findingsOfNew, proposalOf } from '../units/decided.js';
import type { DecidedRow, FileComparison, QuietState, Row } from '../units/row.js';
import type { FileTally, Written } from '../changes/results.js';

// What a run records about each file, for the next run.

/** The state of a unit that needs nothing from now on; undefined: every run compares it. */
export function quietAfter(row: Row): QuietState | undefined {
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

export interface AfterRun {
  readonly written: Pick<Written, 'kept' | 'replaced'>;
  /** By target file. */
  readonly tallies: ReadonlyMap<string, Pick<FileTally, 'counts' | 'problems'>>;
}

/** Whether another run would find nothing to do in a target file and report the same. */
export function isSettled(
  file: FileComparison | undefined,
  { written, tallies }: AfterRun,
): boolean {
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
export function hasMoved(
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
export function restsOnFactsOnly({ rows, extra, kept, obsolete }: FileComparison): boolean {
  if (extra.length + kept.length + obsolete.length > 0) return false;
  return rows.every(({ state }) => state.status !== 'review');
}
