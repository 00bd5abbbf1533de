import { isForReview } from '../../state/data.js';
import { isDrifted, isMadeOtherwise } from '../units/drift.js';
import { isCounted } from '../units/counted.js';
import { targetId } from '../scan-order.js';
import type { ComparedUnit, FileComparison, QuietState } from '../units/types.js';
import type { Change, FileChanges } from '../changes/types.js';
import type { FileTally, Results, Written } from '../changes/results.js';

// What a run records about each file, for the next run.

/** The state of a unit that needs nothing from now on; undefined: every run compares it. */
export function quietAfter(
  unit: ComparedUnit,
  change: Change | undefined,
  { written, findingsOf }: Pick<Results, 'written' | 'findingsOf'>,
): QuietState | undefined {
  const { state, findings } = unit;
  if (change !== undefined) {
    const fact = written.get(change);
    const isOpen = fact === undefined || isForReview(fact.origin);
    if (isOpen || findingsOf(change).length > 0 || change.action === 'reuse') return undefined;
    if (!isCounted(unit)) return 'uncounted';
    return isMadeOtherwise(fact.origin, unit) && change.action !== 'copy' ? 'drifted' : 'current';
  }
  if (findings.length > 0 || state.place !== 'own') return undefined;
  if (state.status !== 'current' && state.status !== 'edited') return undefined;
  if (!isCounted(unit)) return 'uncounted';
  return isDrifted(unit) ? 'drifted' : state.status;
}

export interface AfterRun {
  readonly results: Pick<Results, 'proposalOf'>;
  readonly written: Pick<Written, 'texts' | 'kept' | 'replaced'>;
  /** By target file. */
  readonly tallies: ReadonlyMap<string, Pick<FileTally, 'counts' | 'problems'>>;
}

/** Whether another run would find nothing to do in a target file and report the same. */
export function isSettled(
  changes: FileChanges | undefined,
  { results, written, tallies }: AfterRun,
): boolean {
  if (changes === undefined) return false;
  const { file } = changes;
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
  if (awaitsProposal(changes)) return false;
  return changes.changes.every(
    (change) =>
      written.texts.has(change) ||
      (change.action === 'propose' &&
        (change.isPending || results.proposalOf(change) !== undefined)),
  );
}

/** Whether a proposal was postponed: the next run requests it. */
function awaitsProposal({ file, changes }: FileChanges): boolean {
  const open = file.units.filter(({ state }) => state.status === 'review' && state.mayPropose);
  return open.some((unit) => !changes.some((change) => change.unit === unit));
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
export function restsOnFactsOnly({
  units,
  extra,
  kept,
  obsolete,
}: Pick<FileComparison, 'units' | 'extra' | 'kept' | 'obsolete'>): boolean {
  if (extra.length + kept.length + obsolete.length > 0) return false;
  return units.every(({ state }) => state.status !== 'review');
}
