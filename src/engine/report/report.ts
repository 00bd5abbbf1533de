import { EMPTY_REPORT } from '../../model/index.js';
import type { LocaleCounts, Problem, Report } from '../../model/index.js';
import { isAdopted, judged } from '../units/settling.js';
import type { FileComparison, Finding, UnitFinding, Row } from '../units/row.js';
import { comparePaths } from '../load/index.js';
import { placeOfUnit } from './place.js';
import type { FileTally, Reporting } from '../units/reporting.js';
import { emptyCounts } from './tally.js';
import type { MutableCounts } from './tally.js';

/**
 * The object that `--json` prints, from decisions and results. Pure.
 * @param tallies one per target file, in order
 * @param rest totals, the error, and problems of files, state and writing
 */
export function buildReport(tallies: readonly FileTally[], rest: Partial<Report>): Report {
  const { problems: others = [], error = null } = rest;
  const locales = new Map<string, MutableCounts>();
  const problems: Problem[] = [...others];
  let settled = 0;
  for (const tally of tallies) {
    settled += tally.settled;
    const counts = locales.get(tally.locale) ?? emptyCounts();
    locales.set(tally.locale, counts);
    addCounts(counts, tally.counts);
    for (const problem of tally.problems) problems.push(problem);
  }
  const ok = error === null && isClean(problems, locales);
  return {
    ...{ ...EMPTY_REPORT, ...rest },
    ...{ ok, locales: Object.fromEntries(locales), settled, problems, error },
  };
}

const COUNTED = Object.keys(emptyCounts()) as Exclude<keyof LocaleCounts, 'inherited'>[];

function addCounts(sum: MutableCounts, counts: LocaleCounts): void {
  for (const name of COUNTED) sum[name] += counts[name];
  const { inherited } = counts;
  if (inherited !== undefined) sum.inherited = (sum.inherited ?? 0) + inherited;
}

/** Whether everything is current or edited, and there is no error. */
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
 * Texts that differ from the usual translation of their source, except those that the run replaced.
 */
export function inconsistencies(files: readonly FileComparison[]): readonly UnitFinding[] {
  const checked = files.filter(({ rules }) => rules.inconsistent !== 'off');
  if (checked.length === 0) return [];
  return findInconsistencies(checked)
    .filter(({ unit }) => unit.written === undefined)
    .flatMap(({ file, unit, usual }) => {
      const message = `Elsewhere, the same source text is translated as ${JSON.stringify(usual)}.`;
      const level = file.rules.inconsistent === 'error' ? 'error' : 'warn';
      const { source, current, state } = unit;
      const text = { source, text: current?.text ?? '', isAdopted: isAdopted(state) };
      const raw: Finding = { code: 'inconsistent', level, message };
      return judged([raw], text, file).map((finding) => ({ file, unit, finding }));
    });
}

interface Inconsistency {
  readonly file: FileComparison;
  readonly unit: Row;
  /** The translation that most units with this source have. */
  readonly usual: string;
}

/** Units of one locale whose source is translated differently elsewhere in the same context. */
export function findInconsistencies(files: readonly FileComparison[]): readonly Inconsistency[] {
  const groups = new Map<string, { file: FileComparison; unit: Row; text: string }[]>();
  for (const file of files) {
    for (const row of file.rows) {
      const { current, source, state, options } = row;
      if (current?.kind !== 'text' || current.text === '' || source.copied) continue;
      if (state.status !== 'current' && state.status !== 'edited') continue;
      const { expected } = source;
      const form = expected.plural?.category ?? '';
      const context = options.request.context ?? '';
      const id = [file.target.locale, context, form, expected.text].join('\n');
      const member = { file, unit: row, text: current.text };
      const members = groups.get(id);
      if (members === undefined) groups.set(id, [member]);
      else members.push(member);
    }
  }
  return [...groups.values()].flatMap((members) => {
    const counts = new Map<string, number>();
    for (const { text } of members) counts.set(text, (counts.get(text) ?? 0) + 1);
    if (counts.size < 2) return [];
    const [usual] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best));
    return members
      .filter(({ text }) => text !== usual)
      .map(({ file, unit }) => ({ file, unit, usual }));
  });
}

/** Adds findings that need all texts in view. */
export function withInconsistencies(
  report: Report,
  odd: readonly UnitFinding[],
  { listsSettled = false }: Reporting,
): Report {
  if (odd.length === 0) return report;
  const problems = [...report.problems];
  let { settled, ok } = report;
  for (const { file, unit, finding } of odd) {
    const { code, level, message } = finding;
    const isSettled = level === 'settled';
    if (isSettled) settled += 1;
    if (level === 'error') ok = false;
    if (isSettled && !listsSettled) continue;
    const severity = level === 'error' ? 'error' : 'warning';
    const place = placeOfUnit(file, unit);
    problems.push({ code, severity, message, ...place, ...(isSettled ? { settled: true } : {}) });
  }
  return { ...report, ok, settled, problems };
}

/**
 * Sorts by file, problems without a file first, so that the order does not depend on which files
 * were read.
 */
export function byFile(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(({ file: one = '' }, { file: other = '' }) => comparePaths(one, other));
}
