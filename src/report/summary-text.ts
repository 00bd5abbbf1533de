import type { LocaleCounts, Report } from '../model/index.js';
import { oneLine } from '../sinks/terminal.js';
import { amount, formatNumber, reusedFrom } from './amounts.js';
import { resourceLines } from './resource-text.js';
import { jobAmounts } from './job-text.js';
import { leftOut } from './left-out.js';
import type { Style } from './style.js';
import { displayWidth, table } from './table.js';

export const COLUMNS = [
  'units',
  'translated',
  'current',
  'edited',
  'review',
  'stale',
  'missing',
  'invalid',
] as const;

/** With fewer columns, bars would leave no room for the numbers. */
const ROOM_FOR_BARS = 60;

/**
 * What a run did: a table by locale, or a line per locale if it is too wide, and one line of
 * totals.
 */
export function summaryText(report: Report, style: Style): string {
  const lines = [
    ...resourceLines(report, style),
    ...localeTable(report, style),
    ...inheritedLines(report, style),
  ];
  lines.push('', amountsLine(report));
  return `${lines.join('\n')}\n`;
}

function localeTable({ locales }: Report, { colors, width }: Style): string[] {
  const rows = Object.entries(locales);
  if (rows.length === 0) return ['No target was checked.'];
  const head = ['locale', ...COLUMNS].map((name) => colors.dim(name));
  const body = rows.map(([locale, counts]) => [
    colors.bold(oneLine(locale)),
    ...COLUMNS.map((column) => cell(column, counts[column], colors)),
  ]);
  const lines = table([head, ...body]);
  if (lines.every((line) => displayWidth(line) <= width)) return lines;
  return rows.map(([locale, counts]) => localeLine(locale, counts, colors));
}

/** Texts inherited by locales of `fallbacks`, which no column counts. */
function inheritedLines({ locales }: Report, { colors }: Style): string[] {
  return Object.entries(locales).flatMap(([locale, { inherited = 0 }]) =>
    inherited === 0 ? [] : [colors.dim(`${oneLine(locale)} inherits ${amount(inherited, 'text')}`)],
  );
}

/** `de  806 units, 12 translated, 803 current` */
function localeLine(locale: string, counts: LocaleCounts, colors: Style['colors']): string {
  const parts = COLUMNS.filter((column) => column === 'units' || counts[column] > 0).map(
    (column) => `${cell(column, counts[column], colors)} ${column}`,
  );
  return `${colors.bold(oneLine(locale))}  ${parts.join(', ')}`;
}

function cell(column: (typeof COLUMNS)[number], value: number, colors: Style['colors']): string {
  if (value === 0) return colors.dim('·');
  const text = formatNumber(value);
  if (column === 'missing' || column === 'stale' || column === 'invalid') return colors.red(text);
  if (column === 'review') return colors.yellow(text);
  return column === 'translated' ? colors.green(text) : text;
}

function amountsLine(report: Report): string {
  const { requests, texts, characters, reused, files, removed, proposal } = report;
  const open = proposal?.dryRun === true ? 'to be ' : '';
  const jobs = jobAmounts(report);
  const what = [...jobs, ...(texts > 0 || jobs.length === 0 ? [amount(texts, 'text')] : [])];
  const sent =
    requests === 0
      ? 'nothing sent'
      : `${what.join(', ')} in ${amount(requests, 'request')}, ${amount(characters, 'character')} ${open}billed`;
  const reuse = reusedFrom(reused);
  return [
    sent,
    ...(reuse.length > 0 ? [`reused for free: ${reuse.join(', ')}`] : []),
    `${amount(files.written, 'file')} ${open}written, ${formatNumber(files.unchanged)} unchanged`,
    ...(removed > 0 ? [`${formatNumber(removed)} ${open}removed`] : []),
  ].join(' · ');
}

/** Coverage by locale as bars. */
export function statusText({ locales }: Report, style: Style): string {
  const rows = Object.entries(locales);
  if (rows.length === 0) return 'No target was checked.\n';
  const bars = table(rows.map(([locale, counts]) => coverage(locale, counts, style)));
  const lines = rows.map(([, counts], i) =>
    `${bars[i] ?? ''}  ${openCounts(counts, style)}`.trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

interface FileCounts {
  readonly path: string;
  readonly locale: string;
  readonly counts: LocaleCounts;
}

/** Number of files shown by default. */
const SHOWN = 20;

/**
 * Coverage by file, for locales with several: only files with open texts, or all.
 * @param all shows every file without a limit; `toSeeAll`: how to see them, in the host's terms
 */
export function fileCoverageText(
  files: readonly FileCounts[],
  style: Style,
  { all, toSeeAll }: { readonly all: boolean; readonly toSeeAll: string },
): string {
  const { colors } = style;
  const perLocale = new Map<string, number>();
  for (const { locale } of files) perLocale.set(locale, (perLocale.get(locale) ?? 0) + 1);
  const listed = files.filter(
    ({ locale, counts }) =>
      (perLocale.get(locale) ?? 0) > 1 && (all || counts.current + counts.edited < counts.units),
  );
  if (listed.length === 0) return '';
  const shown = all ? listed : listed.slice(0, SHOWN);
  const columns = table(
    shown.map(({ path, counts }) => {
      const { covered } = coveredOf(counts);
      return [`  ${oneLine(path)}`, `${percentOf(counts)} %`, `${covered}/${counts.units}`];
    }),
  );
  const lines = shown.map(({ counts }, i) =>
    `${columns[i] ?? ''}  ${openCounts(counts, style)}`.trimEnd(),
  );
  const rest = listed.length - shown.length;
  if (rest > 0) lines.push(leftOut(`  … and ${formatNumber(rest)} more`, toSeeAll, style));
  return `${colors.bold(all ? 'by file' : 'open, by file')}\n${lines.join('\n')}\n`;
}

function coveredOf({ current, edited, units }: LocaleCounts): {
  readonly covered: number;
  readonly share: number;
} {
  const covered = current + edited;
  return { covered, share: units === 0 ? 1 : covered / units };
}

/** Percentage, rounded down, of texts that are present and not open; 100 only if all are. */
export function percentOf(counts: LocaleCounts): number {
  return Math.floor(coveredOf(counts).share * 100);
}

function coverage(locale: string, counts: LocaleCounts, { colors, width }: Style): string[] {
  const room = Math.max(10, Math.min(40, width - 50));
  const { covered, share } = coveredOf(counts);
  // 100 % is only printed and drawn if everything is complete.
  const filled = share === 1 ? room : Math.min(room - 1, Math.round(share * room));
  const bar = colors.green('█'.repeat(filled)) + colors.dim('░'.repeat(room - filled));
  const percent = `${percentOf(counts)} %`;
  const bars = width < ROOM_FOR_BARS ? [] : [bar];
  return [colors.bold(oneLine(locale)), ...bars, percent, `${covered}/${counts.units}`];
}

function openCounts(counts: LocaleCounts, { colors }: Style): string {
  const parts = [
    [counts.missing, 'missing', colors.red],
    [counts.stale, 'stale', colors.red],
    [counts.invalid, 'invalid', colors.red],
    [counts.review, 'to review', colors.yellow],
    [counts.drifted, 'drifted', colors.dim],
    [counts.inherited ?? 0, 'inherited', colors.dim],
  ] as const;
  return parts
    .flatMap(([count, name, color]) => (count > 0 ? [color(`${count} ${name}`)] : []))
    .join(', ');
}
