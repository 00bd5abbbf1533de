import { EMPTY_REPORT, formatKey } from '../../model/index.js';
import type {
  LocaleCounts,
  Problem,
  Report,
  RuleName,
  RULES_OF_SEVERAL,
  TrustedUnit,
} from '../../model/index.js';
import { areOpposite } from '../../text/index.js';
import { isAdopted, judged, UNSETTLED } from '../units/settling.js';
import type { FileComparison, Finding, UnitFinding, Row } from '../units/row.js';
import { comparePaths } from '../load/index.js';
import { placeOfUnit } from './place.js';
import { gradesOf } from '../units/trust.js';
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
 * Findings about several texts of a locale, except those that the run replaced: texts that differ
 * from the usual translation of their source, and one translation of opposite sources.
 */
export function oddTexts(files: readonly FileComparison[]): readonly UnitFinding[] {
  const on = (rule: RuleName): boolean => files.some(({ rules }) => rules[rule] !== 'off');
  const found = [
    ...(on('inconsistent') ? findInconsistencies(files) : []),
    ...(on('opposites') ? findOpposites(files) : []),
  ];
  return found.flatMap(({ rule, message, file, unit }) => {
    const level = file.rules[rule];
    if (level === 'off' || unit.written !== undefined) return [];
    const { source, current, state, isNew = false } = unit;
    const text = { source, text: current?.text ?? '', isAdopted: !isNew && isAdopted(state) };
    const raw: Finding = { code: rule, level, message };
    return judged([raw], text, isNew ? UNSETTLED : file).map((finding) => ({
      file,
      unit,
      finding,
    }));
  });
}

/** A row that is odd beside others of its locale. */
interface OddRow {
  readonly rule: (typeof RULES_OF_SEVERAL)[number];
  readonly message: string;
  readonly file: FileComparison;
  readonly unit: Row;
}

type Member = Omit<OddRow, 'rule' | 'message'> & { readonly text: string };

/** Texts that belong to today's sources, in groups: those for which a rule is on. */
function grouped(
  files: readonly FileComparison[],
  rule: RuleName,
  idOf: (row: Row, text: string) => string,
): readonly (readonly Member[])[] {
  const groups = new Map<string, Member[]>();
  for (const file of files) {
    if (file.rules[rule] === 'off') continue;
    for (const unit of file.rows) {
      const { current, source, state } = unit;
      if (current?.kind !== 'text' || current.text === '' || source.copied) continue;
      if (state.status !== 'current' && state.status !== 'edited') continue;
      const id = `${file.target.locale}\n${idOf(unit, current.text)}`;
      const member = { file, unit, text: current.text };
      const members = groups.get(id);
      if (members === undefined) groups.set(id, [member]);
      else members.push(member);
    }
  }
  return [...groups.values()].filter((members) => members.length > 1);
}

/** Texts whose source is translated differently elsewhere in the same context. */
function findInconsistencies(files: readonly FileComparison[]): readonly OddRow[] {
  const groups = grouped(files, 'inconsistent', ({ source: { expected }, options }) =>
    [options.request.context ?? '', expected.plural?.category ?? '', expected.text].join('\n'),
  );
  return groups.flatMap((members) => {
    const counts = new Map<string, number>();
    for (const { text } of members) counts.set(text, (counts.get(text) ?? 0) + 1);
    if (counts.size < 2) return [];
    const [usual] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best));
    const message = `Elsewhere, the same source text is translated as ${JSON.stringify(usual)}.`;
    return members
      .filter(({ text }) => text !== usual)
      .map(({ file, unit }): OddRow => ({ rule: 'inconsistent', message, file, unit }));
  });
}

/** Texts of a file with the translation of an earlier one, whose source says the opposite. */
function findOpposites(files: readonly FileComparison[]): readonly OddRow[] {
  return files.flatMap((one) =>
    grouped([one], 'opposites', (_, text) => text.toLowerCase()).flatMap((members) =>
      members.slice(0, MOST_ALIKE).flatMap(({ file, unit }, at): readonly OddRow[] => {
        const own = unit.source.expected.text;
        const other = members
          .slice(0, at)
          .map((member) => member.unit.source.expected.text)
          .find((text) => areOpposite(own, text));
        if (other === undefined) return [];
        const message = `${JSON.stringify(other)} has the same translation.`;
        return [{ rule: 'opposites', message, file, unit }];
      }),
    ),
  );
}

/** The most texts with one translation that are compared. */
const MOST_ALIKE = 50;

/** Grades of the machine texts of chosen rows, the least trusted first; undefined if there are none. */
export function gradedUnits(
  files: readonly FileComparison[],
  isChosen: (row: Row) => boolean,
): Report['trust'] {
  const trust = [...new Set(files.map(({ target }) => target.locale))].flatMap((locale) => {
    const own = files.filter(({ target }) => target.locale === locale);
    const grades = gradesOf(own, isChosen);
    return own.flatMap((file) =>
      file.rows.flatMap((row): readonly TrustedUnit[] => {
        const grade = grades.get(row);
        const { path } = file.target;
        const key = formatKey(row.source.expected.key);
        return grade === undefined ? [] : [{ file: path, locale, key, trust: grade }];
      }),
    );
  });
  return leastFirst([{ trust }]);
}

/** The graded units of several reports. */
export function leastFirst(reports: readonly Pick<Report, 'trust'>[]): Report['trust'] {
  const all = reports.flatMap(({ trust = [] }) => trust);
  return all.length === 0 ? undefined : all.sort((a, b) => a.trust - b.trust);
}

/** Adds findings that need all texts in view. */
export function withOddTexts(
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
