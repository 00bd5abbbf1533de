import type { LocaleCounts, Report } from '../model/index.js';
import { amount, formatNumber } from './amounts.js';
import type { Style } from './style.js';
import { displayWidth, table } from './table.js';

const COLUMNS = [
  'units',
  'translated',
  'current',
  'edited',
  'review',
  'stale',
  'missing',
  'invalid',
] as const;

/** Columns below which bars would leave no room for what they show. */
const ROOM_FOR_BARS = 60;

/** What a run did, for a person: a table by locale, or a line each where it is too wide, and one line of amounts. */
export function summaryText(report: Report, style: Style): string {
  const lines = [...localeTable(report, style), '', amountsLine(report)];
  return `${lines.join('\n')}\n`;
}

function localeTable({ locales }: Report, { colors, width }: Style): string[] {
  const rows = Object.entries(locales);
  if (rows.length === 0) return ['No target was looked at.'];
  const head = ['locale', ...COLUMNS].map((name) => colors.dim(name));
  const body = rows.map(([locale, counts]) => [
    colors.bold(locale),
    ...COLUMNS.map((column) => cell(column, counts[column], colors)),
  ]);
  const lines = table([head, ...body]);
  if (lines.every((line) => displayWidth(line) <= width)) return lines;
  return rows.map(([locale, counts]) => localeLine(locale, counts, colors));
}

/** `de  806 units, 12 translated, 803 current` */
function localeLine(locale: string, counts: LocaleCounts, colors: Style['colors']): string {
  const parts = COLUMNS.filter((column) => column === 'units' || counts[column] > 0).map(
    (column) => `${cell(column, counts[column], colors)} ${column}`,
  );
  return `${colors.bold(locale)}  ${parts.join(', ')}`;
}

function cell(column: (typeof COLUMNS)[number], value: number, colors: Style['colors']): string {
  if (value === 0) return colors.dim('·');
  const text = formatNumber(value);
  if (column === 'missing' || column === 'stale' || column === 'invalid') return colors.red(text);
  if (column === 'review') return colors.yellow(text);
  return column === 'translated' ? colors.green(text) : text;
}

function amountsLine({ requests, texts, characters, reused, files }: Report): string {
  const sent =
    requests === 0
      ? 'nothing sent'
      : `${amount(texts, 'text')} in ${amount(requests, 'request')}, ${amount(characters, 'character')} billed`;
  const free = [
    [reused.repository, 'from the repository'],
    [reused.memory, 'from the memory'],
    [reused.duplicates, 'repeated'],
  ] as const;
  const reuse = free.flatMap(([count, where]) =>
    count > 0 ? [`${formatNumber(count)} ${where}`] : [],
  );
  return [
    sent,
    ...(reuse.length > 0 ? [`reused for nothing: ${reuse.join(', ')}`] : []),
    `${amount(files.written, 'file')} written, ${formatNumber(files.unchanged)} unchanged`,
  ].join(' · ');
}

/** Coverage by locale as bars. */
export function statusText({ locales }: Report, style: Style): string {
  const rows = Object.entries(locales);
  if (rows.length === 0) return 'No target was looked at.\n';
  const bars = table(rows.map(([locale, counts]) => coverage(locale, counts, style)));
  const lines = rows.map(([, counts], i) =>
    `${bars[i] ?? ''}  ${openCounts(counts, style)}`.trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function coverage(locale: string, counts: LocaleCounts, { colors, width }: Style): string[] {
  const room = Math.max(10, Math.min(40, width - 50));
  const covered = counts.current + counts.edited;
  const share = counts.units === 0 ? 1 : covered / counts.units;
  // 100 % is said, and drawn, only of what is complete.
  const filled = share === 1 ? room : Math.min(room - 1, Math.round(share * room));
  const bar = colors.green('█'.repeat(filled)) + colors.dim('░'.repeat(room - filled));
  const percent = `${Math.floor(share * 100)} %`;
  const bars = width < ROOM_FOR_BARS ? [] : [bar];
  return [colors.bold(locale), ...bars, percent, `${covered}/${counts.units}`];
}

function openCounts(counts: LocaleCounts, { colors }: Style): string {
  const parts = [
    [counts.missing, 'missing', colors.red],
    [counts.stale, 'stale', colors.red],
    [counts.invalid, 'invalid', colors.red],
    [counts.review, 'to review', colors.yellow],
    [counts.drifted, 'drifted', colors.dim],
  ] as const;
  return parts
    .flatMap(([count, name, color]) => (count > 0 ? [color(`${count} ${name}`)] : []))
    .join(', ');
}
