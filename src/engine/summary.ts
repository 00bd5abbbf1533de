import type { LocaleCounts, Problem, Report, ReportError, RuleLevel } from '../model/index.js';
import type { TargetDiff } from './diff.js';
import type { UnitDiff } from './unit-diff.js';
import { findInconsistencies } from './inconsistent.js';
import type { Job, JobsOf } from './job.js';
import type { PlanTotals } from './plan.js';
import { placeOf } from './positions.js';
import { emptyCounts, tallyOf } from './tally.js';
import type { MutableCounts, ReportView, Tally } from './tally.js';

export interface Outcome {
  readonly diffs: readonly TargetDiff[];
  /** What was decided; none of it done in a run that only looks. */
  readonly jobsOf: JobsOf;
  readonly amounts: Omit<PlanTotals, 'reused'>;
  readonly reused: PlanTotals['reused'];
  readonly files: Report['files'];
  /** Problems of files, state and writing. */
  readonly problems: readonly Problem[];
  readonly error: ReportError | undefined;
  readonly inconsistent: RuleLevel;
  /** Human texts that count as reviewed. */
  readonly accepts: (unit: UnitDiff) => boolean;
}

export interface ReportOptions {
  readonly view: ReportView;
  /** What was told before of a target; undefined where that did not come true. */
  readonly foreseen?: (diff: TargetDiff) => Tally | undefined;
}

/** The report of a run, from what was decided and done. */
export function buildReport(outcome: Outcome, options: ReportOptions): Report {
  const { diffs, jobsOf, accepts, amounts, reused, files, error } = outcome;
  const { view, foreseen = () => undefined } = options;
  const context = { jobsOf, accepts, view, isDone: ({ done }: Job) => done };
  const locales = new Map<string, MutableCounts>();
  const problems: Problem[] = [...outcome.problems];
  for (const diff of diffs) {
    const tally = foreseen(diff) ?? tallyOf(diff, context);
    const counts = locales.get(diff.target.locale) ?? emptyCounts();
    locales.set(diff.target.locale, counts);
    addCounts(counts, tally.counts);
    for (const problem of tally.problems) problems.push(problem);
  }
  problems.push(...inconsistencies(outcome));
  return {
    ok: error === undefined && isClean(problems, locales),
    ...amounts,
    reused,
    files,
    locales: Object.fromEntries(locales),
    problems,
    error: error ?? null,
  };
}

function addCounts(sum: MutableCounts, counts: LocaleCounts): void {
  for (const name of Object.keys(sum) as (keyof LocaleCounts)[]) sum[name] += counts[name];
}

function inconsistencies({ diffs, inconsistent, jobsOf }: Outcome): Problem[] {
  if (inconsistent === 'off') return [];
  const jobs = [...jobsOf.values()].flat();
  const replaced = new Set(jobs.filter(({ done }) => done).map(({ unit }) => unit));
  return findInconsistencies(diffs)
    .filter(({ unit }) => !replaced.has(unit))
    .map(({ diff, unit, usual }) => ({
      code: 'inconsistent',
      severity: inconsistent === 'error' ? 'error' : 'warning',
      message: `The same source is translated as ${JSON.stringify(usual)} elsewhere.`,
      ...placeOf(diff, unit),
    }));
}

/** Everything current or edited, and nothing that a person must mend. */
function isClean(
  problems: readonly Problem[],
  locales: ReadonlyMap<string, LocaleCounts>,
): boolean {
  if (problems.some(({ severity }) => severity === 'error')) return false;
  return [...locales.values()].every(
    ({ missing, stale, review, invalid }) => missing + stale + review + invalid === 0,
  );
}
