import type { LocaleCounts, Report } from '../../model/index.js';
import { oneLine } from '../../model/index.js';
import { amount, formatNumber, leftOut } from './amounts.js';
import { table } from './style.js';
import type { Style } from './style.js';

/** With fewer columns, bars would leave no room for the numbers. */
const ROOM_FOR_BARS = 60;
/** Number of files shown by default. */
const SHOWN = 20;

/** Coverage by locale as bars. */
export function statusText({ locales }: Report, style: Style): string {
  const { colors, width } = style;
  const rows = Object.entries(locales);
  if (rows.length === 0) return 'No target was checked.\n';
  const room = Math.max(10, Math.min(40, width - 50));
  const cells = rows.map(([locale, counts]) => {
    const share = shareOf(counts);
    // 100 % is only printed and drawn if everything is complete.
    const filled = share === 1 ? room : Math.min(room - 1, Math.round(share * room));
    const bar = colors.green('█'.repeat(filled)) + colors.dim('░'.repeat(room - filled));
    const bars = width < ROOM_FOR_BARS ? [] : [bar];
    return [colors.bold(oneLine(locale)), ...bars, ...coverageCells(counts)];
  });
  return coverageLines(
    cells,
    rows.map(([, counts]) => counts),
    style,
  ).join('');
}

/**
 * Coverage by file, for locales with several: only files with open texts, or all.
 * @param all shows every file without a limit; `toSeeAll`: how to see them, in the host's terms
 */
export function fileCoverageText(
  files: readonly { readonly path: string; locale: string; readonly counts: LocaleCounts }[],
  style: Style,
  { all, toSeeAll }: { readonly all: boolean; readonly toSeeAll: string },
): string {
  const perLocale = new Map<string, number>();
  for (const { locale } of files) perLocale.set(locale, (perLocale.get(locale) ?? 0) + 1);
  const listed = files.filter(
    ({ locale, counts }) => (perLocale.get(locale) ?? 0) > 1 && (all || shareOf(counts) < 1),
  );
  if (listed.length === 0) return '';
  const shown = all ? listed : listed.slice(0, SHOWN);
  const cells = shown.map(({ path, counts }) => [`  ${oneLine(path)}`, ...coverageCells(counts)]);
  const lines = coverageLines(
    cells,
    shown.map(({ counts }) => counts),
    style,
  );
  const rest = listed.length - shown.length;
  const more = leftOut(`  … and ${formatNumber(rest)} more`, toSeeAll, style);
  const head = style.colors.bold(all ? 'by file' : 'open, by file');
  return [`${head}\n`, ...lines, ...(rest > 0 ? [`${more}\n`] : [])].join('');
}

/** Share of texts that are present and not open; 1 if there are none. */
function shareOf({ current, edited, units }: LocaleCounts): number {
  return units === 0 ? 1 : (current + edited) / units;
}

/** Percentage, rounded down, of texts that are present and not open; 100 only if all are. */
export function percentOf(counts: LocaleCounts): number {
  return Math.floor(shareOf(counts) * 100);
}

function coverageCells(counts: LocaleCounts): readonly string[] {
  return [`${percentOf(counts)} %`, `${counts.current + counts.edited}/${counts.units}`];
}

/** Rows of cells, each with the open texts behind it. */
function coverageLines(
  cells: readonly (readonly string[])[],
  counts: readonly LocaleCounts[],
  { colors }: Style,
): readonly string[] {
  const rows = table(cells);
  return counts.map((own, at) => {
    const parts = [
      [own.missing, 'missing', colors.red],
      [own.stale, 'stale', colors.red],
      [own.invalid, 'invalid', colors.red],
      [own.review, 'to review', colors.yellow],
      [own.drifted, 'drifted', colors.dim],
      [own.inherited ?? 0, 'inherited', colors.dim],
    ] as const;
    const open = parts.flatMap(([count, name, color]) =>
      count > 0 ? [color(`${count} ${name}`)] : [],
    );
    return `${`${rows[at] ?? ''}  ${open.join(', ')}`.trimEnd()}\n`;
  });
}

/** Number of settled findings; '' if there are none. */
export function settledText({ settled }: Report, { colors }: Style): string {
  return settled === 0 ? '' : `${colors.dim(`${amount(settled, 'finding')} settled`)}\n`;
}

/** What was accepted. */
export function acceptedText({ accepted = 0, settled, error }: Report): string {
  if (error !== null && accepted === 0) return '';
  if (accepted > 0) {
    return `${amount(accepted, 'finding')} accepted, ${settled} settled in total. The lock keeps them until a text changes: commit it.\n`;
  }
  const before = settled === 0 ? '' : ` (${settled} settled before)`;
  return `Nothing to accept: there are no open findings${before}.\n`;
}

/** What a person can do, in the terms of the host that prints. */
export interface NextSteps {
  /** Updates texts. */
  readonly sync: string;
  /** Ends the review of texts. */
  readonly accept: string;
  /** Ends the review of whole files, such as documents. */
  readonly acceptFiles: string;
  /** Settles findings; undefined if the host cannot. */
  readonly settle?: string;
  /** Translates drifted texts again. */
  readonly renew: string;
}

/** An explanation of drifted texts; '' if there are none. */
export function driftText({ locales, error }: Report, { colors }: Style, steps: NextSteps): string {
  const drifted = Object.values(locales).reduce((sum, counts) => sum + counts.drifted, 0);
  if (error !== null || drifted === 0) return '';
  const what = `drifted: machine translations made by another service (such as the embedded one) or with other options than the current ones`;
  return `${colors.dim(`${what}. They are kept; ${steps.renew}.`)}\n`;
}

/** What to do about the findings of `check`; '' if there is nothing to do, or an error says it. */
export function nextStepText(
  { problems, locales, error }: Report,
  { colors }: Style,
  steps: NextSteps,
): string {
  if (error !== null) return '';
  const open = problems.filter(({ code }) => code === 'missing' || code === 'stale').length;
  const inReview = problems.filter(({ code }) => code === 'review');
  const files = inReview.filter(({ key }) => key === undefined).length;
  const review = inReview.length - files;
  const invalid = Object.values(locales).reduce((sum, counts) => sum + counts.invalid, 0);
  const orSettle = steps.settle === undefined ? '' : `, or ${steps.settle}`;
  const lines = [
    ...(open > 0 ? [`${steps.sync}: ${amount(open, 'text')} to bring up to date.`] : []),
    ...(invalid > 0
      ? [`${amount(invalid, 'invalid text')}: fix in the target file${orSettle}.`]
      : []),
    ...(review > 0 ? [`${amount(review, 'text')} to review: ${steps.accept}.`] : []),
    ...(files > 0 ? [`${amount(files, 'file')} to review: ${steps.acceptFiles}.`] : []),
  ];
  return lines.map((line) => `${colors.bold(line)}\n`).join('');
}
