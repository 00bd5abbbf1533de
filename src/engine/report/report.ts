import type { LocaleCounts, Problem, Report, ReportError, RuleLevel } from '../../model/index.js';
import type { FileComparison } from '../units/types.js';
import { findInconsistencies } from './inconsistent.js';
import { placeOfUnit } from './place.js';
import type { FileTally, Results } from '../changes/results.js';
import { emptyCounts } from './tally.js';
import type { MutableCounts } from './tally.js';

export interface ReportInput {
  /** Of all target files, in their order. */
  readonly tallies: readonly FileTally[];
  /** What was sent, or would be. */
  readonly amounts: Pick<Report, 'requests' | 'texts' | 'characters'>;
  readonly reused: Report['reused'];
  readonly files: Report['files'];
  readonly removed: number;
  /** Problems of files, state and writing. */
  readonly problems: readonly Problem[];
  readonly error: ReportError | undefined;
}

/** The object of `--json`, from what was decided and done. Pure. */
export function buildReport(input: ReportInput): Report {
  const { amounts, reused, files, removed, error } = input;
  const locales = new Map<string, MutableCounts>();
  const problems: Problem[] = [...input.problems];
  for (const tally of input.tallies) {
    const counts = locales.get(tally.locale) ?? emptyCounts();
    locales.set(tally.locale, counts);
    addCounts(counts, tally.counts);
    for (const problem of tally.problems) problems.push(problem);
  }
  return {
    ok: error === undefined && isClean(problems, locales),
    ...amounts,
    reused,
    files,
    removed,
    locales: Object.fromEntries(locales),
    problems,
    error: error ?? null,
  };
}

const COUNTED = Object.keys(emptyCounts()) as Exclude<keyof LocaleCounts, 'inherited'>[];

function addCounts(sum: MutableCounts, counts: LocaleCounts): void {
  for (const name of COUNTED) sum[name] += counts[name];
  const { inherited } = counts;
  if (inherited !== undefined) sum.inherited = (sum.inherited ?? 0) + inherited;
}

/** Everything current or edited, and nothing that a person must fix. */
function isClean(
  problems: readonly Problem[],
  locales: ReadonlyMap<string, LocaleCounts>,
): boolean {
  if (problems.some(({ severity }) => severity === 'error')) return false;
  return [...locales.values()].every(
    ({ missing, stale, review, invalid }) => missing + stale + review + invalid === 0,
  );
}

/**
 * Texts that differ from the usual translation of their source; those that were replaced are left
 * out.
 */
export function inconsistencies(
  files: readonly FileComparison[],
  level: RuleLevel,
  { written }: Pick<Results, 'written'>,
): readonly Problem[] {
  if (level === 'off') return [];
  const replaced = new Set([...written.keys()].map(({ unit }) => unit));
  return findInconsistencies(files)
    .filter(({ unit }) => !replaced.has(unit))
    .map(({ file, unit, usual }) => ({
      code: 'inconsistent',
      severity: level === 'error' ? 'error' : 'warning',
      message: `The same source is translated as ${JSON.stringify(usual)} elsewhere.`,
      ...placeOfUnit(file, unit),
    }));
}
