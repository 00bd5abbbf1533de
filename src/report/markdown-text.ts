import type { Problem, Report } from '../model/index.js';
import { markdownCode } from '../sinks/markdown.js';
import { amount, formatNumber, reusedFrom } from './amounts.js';
import { foldFailures } from './fold.js';
import { countByCode, pick } from './pick.js';
import { errorBeside } from './shown-error.js';
import { COLUMNS } from './summary-text.js';

/** Errors, and warnings, that are listed. A summary of GitHub Actions holds 1 MiB. */
const SHOWN = 100;

export interface MarkdownOptions {
  /** Of the command that made the report. */
  readonly command: string;
  /** Every problem. Default: false, 100 errors and 100 warnings, with some of each code. */
  readonly all?: boolean;
}

/** A report as Markdown, for pages of CI systems and comments. */
export function markdownText(report: Report, { command, all = false }: MarkdownOptions): string {
  const { problems, error } = report;
  const shown = all ? problems : foldFailures(problems, error);
  const blocks = [
    `## locale-sync ${command}: ${outcomeOf(report)}`,
    ...localeTable(report),
    ...amounts(report, command),
    ...(['error', 'warning'] as const).flatMap((severity) =>
      problemTable(
        severity,
        shown.filter((problem) => problem.severity === severity),
        all,
      ),
    ),
    ...errorLines(report),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function outcomeOf({ ok, error }: Report): string {
  if (error !== null) return 'failed';
  return ok ? 'in order' : 'something is left to do';
}

function localeTable({ locales }: Report): readonly string[] {
  const rows = Object.entries(locales);
  if (rows.length === 0) return [];
  const used = COLUMNS.filter((column) => rows.some(([, counts]) => counts[column] > 0));
  const head = row(['locale', ...used]);
  const rule = `| --- |${' ---: |'.repeat(used.length)}`;
  const body = rows.map(([locale, counts]) =>
    row([markdownCode(locale), ...used.map((column) => formatNumber(counts[column]))]),
  );
  return [[head, rule, ...body].join('\n')];
}

function amounts(
  { requests, texts, characters, reused }: Report,
  command: string,
): readonly string[] {
  const reuse = reusedFrom(reused);
  const parts = [
    ...(requests === 0
      ? []
      : [
          amount(texts, 'text'),
          amount(requests, 'request'),
          `${amount(characters, 'character')} ${command === 'sync' ? 'billed' : 'to be billed'}`,
        ]),
    ...(reuse.length === 0 ? [] : [`reused for free: ${reuse.join(', ')}`]),
  ];
  return parts.length === 0 ? [] : [parts.join(' · ')];
}

function problemTable(
  severity: Problem['severity'],
  problems: readonly Problem[],
  all: boolean,
): readonly string[] {
  if (problems.length === 0) return [];
  const { shown } = pick(problems, all ? Infinity : SHOWN);
  const codes = countByCode(problems).map(([code, count]) => `${formatNumber(count)} ${code}`);
  const left = problems.length - shown.length;
  return [
    `### ${amount(problems.length, severity)}: ${codes.join(', ')}`,
    [
      row(['where', 'what', 'unit', 'message']),
      '| --- | --- | --- | --- |',
      ...shown.map(problemRow),
    ].join('\n'),
    ...(left > 0 ? [`… and ${formatNumber(left)} more; --verbose or --json lists all.`] : []),
  ];
}

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
  return [
    '### Error',
    ...`${message}\n${hint}`
      .split('\n')
      .filter(isWritten)
      .map((line) => markdownCode(line, 1000)),
  ];
}

function isWritten(line: string): boolean {
  return line.trim() !== '';
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
