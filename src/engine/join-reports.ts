import type { LocaleCounts, Problem, Report } from '../model/index.js';

/** Merges the reports of two pieces of a run into one; `b` has the totals of both. Pure. */
export function joinReports(a: Report, b: Report): Report {
  const { problems } = withProblems(a, b.problems);
  return {
    ...b,
    ok: a.ok && b.ok,
    reused: added(a.reused, b.reused),
    files: added(a.files, b.files),
    removed: a.removed + b.removed,
    locales: joinLocales(a.locales, b.locales),
    settled: a.settled + b.settled,
    problems,
    error: b.error ?? a.error,
  };
}

/** Adds the problems that the report does not have yet: every piece finds some of them again. */
export function withProblems(report: Report, problems: readonly Problem[]): Report {
  const known = new Set(report.problems.map(idOf));
  const others = problems.filter((one) => !known.has(idOf(one)));
  if (others.length === 0) return report;
  const isFine = others.every(({ severity }) => severity !== 'error');
  return { ...report, ok: report.ok && isFine, problems: [...report.problems, ...others] };
}

function joinLocales(a: Report['locales'], b: Report['locales']): Report['locales'] {
  const locales: Record<string, LocaleCounts> = { ...a };
  for (const [locale, counts] of Object.entries(b)) {
    const before = locales[locale];
    locales[locale] = before === undefined ? counts : added(before, counts);
  }
  return locales;
}

/** Adds two objects of counts; a number missing on one side counts as 0. */
function added<Counts extends object>(a: Counts, b: Counts): Counts {
  const sums = new Map<string, number>(Object.entries(a));
  for (const [name, count] of Object.entries(b) as [string, number][]) {
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return Object.fromEntries(sums) as Counts;
}

function idOf(problem: Problem): string {
  return JSON.stringify(problem);
}
