import type { Problem, Report } from '../../model/index.js';
import { markdownCode } from '../../model/index.js';
import { amount, billedAmount, formatNumber, reusedFrom } from './amounts.js';
import { countByCode, errorBeside, foldFailures, pick } from './problems.js';
import { percentOf } from './status-text.js';
import { COLUMNS, isDryRun } from './summary-text.js';

/**
 * Number of errors, and of warnings, that are listed. A summary in GitHub Actions holds at most 1
 * MiB.
 */
const SHOWN = 100;

export interface MarkdownOptions {
  /** The command that made the report. */
  readonly command: string;
  /** Lists every problem. Default: false, 100 errors and 100 warnings, with some of each code. */
  readonly all?: boolean;
  /** Maximum size in bytes. Default: no limit. */
  readonly room?: number | undefined;
}

/** A report as Markdown, for pages of CI systems and comments. */
export function markdownText(report: Report, options: MarkdownOptions): string {
  const { all = false, room = Infinity } = options;
  const sizes = all ? [Infinity, SHOWN, 0] : [SHOWN, 0];
  for (const size of sizes) {
    const text = textOf(report, options, size);
    if (Buffer.byteLength(text) <= room) return text;
  }
  return '';
}

/** @param size number of errors, and of warnings, to list */
function textOf(report: Report, { command }: MarkdownOptions, size: number): string {
  const { problems, error, ok } = report;
  const done = ok ? 'in order' : 'something is left to do';
  const outcome = error === null ? done : 'failed';
  const shown = size === Infinity ? problems : foldFailures(problems, error);
  const blocks = [
    `## locale-sync ${command}: ${outcome}`,
    ...coverageTable(report),
    ...amounts(report, command),
    ...(['error', 'warning'] as const).flatMap((severity) =>
      problemTable(
        severity,
        shown.filter((problem) => problem.severity === severity),
        size,
      ),
    ),
    ...errorLines(report),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Counts by locale as a table; none if there are no locales. */
export function coverageTable({ locales }: Report): readonly string[] {
  const rows = Object.entries(locales);
  if (rows.length === 0) return [];
  const used = COLUMNS.filter((column) => rows.some(([, counts]) => counts[column] > 0));
  const head = row(['locale', 'done', ...used]);
  const rule = `| --- |${' ---: |'.repeat(used.length + 1)}`;
  const body = rows.map(([locale, counts]) =>
    row([
      markdownCode(locale),
      `${percentOf(counts)} %`,
      ...used.map((column) => formatNumber(counts[column])),
    ]),
  );
  return [[head, rule, ...body].join('\n')];
}

function amounts(report: Report, command: string): readonly string[] {
  const { requests, texts, reused } = report;
  const isDone = command === 'sync' || (command === 'propose' && !isDryRun(report));
  const reuse = reusedFrom(reused);
  const parts = [
    ...(requests === 0
      ? []
      : [
          amount(texts, 'text'),
          amount(requests, 'request'),
          `${billedAmount(report)} ${isDone ? 'billed' : 'to be billed'}`,
        ]),
    ...(reuse.length === 0 ? [] : [`reused for free: ${reuse.join(', ')}`]),
  ];
  return parts.length === 0 ? [] : [parts.join(' · ')];
}

function problemTable(
  severity: Problem['severity'],
  problems: readonly Problem[],
  size: number,
): readonly string[] {
  if (problems.length === 0) return [];
  const { shown } = pick(problems, size);
  const codes = countByCode(problems).map(([code, count]) => `${formatNumber(count)} ${code}`);
  const left = problems.length - shown.length;
  return [
    `### ${amount(problems.length, severity)}: ${codes.join(', ')}`,
    ...(shown.length === 0 ? [] : [[HEAD, ...shown.map(problemRow)].join('\n')]),
    ...(left > 0 ? [`… and ${formatNumber(left)} more; --verbose or --json lists all.`] : []),
  ];
}

const HEAD = '| where | what | unit | message |\n| --- | --- | --- | --- |';

function problemRow({ file, line, column, code, locale, key, message }: Problem): string {
  const place = line === undefined ? '' : `:${line}:${column ?? 1}`;
  const unit = [locale, key].filter((part) => part !== undefined).map((part) => markdownCode(part));
  return row([
    file === undefined ? '' : markdownCode(`${file}${place}`),
    code,
    unit.join(' '),
    markdownCode(message),
  ]);
}

function errorLines({ error, problems }: Report): readonly string[] {
  if (error === null) return [];
  const { message, hint = '' } = errorBeside(error, problems);
  const lines = `${message}\n${hint}`.split('\n').filter((line) => line.trim() !== '');
  return ['### Error', ...lines.map((line) => markdownCode(line, 1000))];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
