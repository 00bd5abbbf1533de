import type { Problem, Report, ReportError } from '../../model/index.js';
import { oneLine } from '../../model/index.js';
import { amount, formatNumber, groupBy, leftOut } from './amounts.js';
import type { Style } from './style.js';

/** Number of errors that are listed by default. */
const SHOWN = 25;
/** Up to this number, warnings are listed as well; otherwise they are counted. */
const FEW = 5;

/**
 * Problems, one per line, starting with `file:line:column`, which terminals and editors turn into
 * links.
 * @param options.all every problem. Default: false: 25 errors with some of each code, shared failures
 * once, and warnings if there are few
 * @param options.toSeeAll how to see all of them, in the host's terms
 */
export function problemsText(
  report: Report,
  style: Style,
  { all = false, toSeeAll }: { readonly all?: boolean; readonly toSeeAll?: string } = {},
): string {
  const problems = all ? report.problems : foldFailures(report.problems, report.error);
  if (problems.length === 0) return '';
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  // Errors first: what must be fixed is at the start.
  const few = warnings.length <= FEW;
  const picked = pick(errors, all ? Infinity : SHOWN);
  const shown = [...picked.shown, ...(all || few ? warnings : [])];
  const lines = shown.map((problem) => problemLine(problem, style));
  const rest = [
    ...moreText('more error', errors.length - picked.shown.length, picked.rest),
    ...(all || few ? [] : moreText('warning', warnings.length, countByCode(warnings))),
  ];
  for (const [index, text] of rest.entries()) {
    lines.push(leftOut(text, index === rest.length - 1 ? toSeeAll : undefined, style));
  }
  return `${lines.join('\n')}\n`;
}

/** `… and 12 more errors: 10 missing, 2 stale`; empty if there are none. */
function moreText(noun: string, count: number, codes: CodeCounts): readonly string[] {
  if (count === 0) return [];
  const isOne = codes.length === 1;
  const parts = codes.map(([code, each]) => (isOne ? code : `${formatNumber(each)} ${code}`));
  return [`… and ${amount(count, noun)}: ${parts.join(', ')}`];
}

function problemLine(problem: Problem, { colors }: Style): string {
  const { severity, code, message, settled, file, line, column } = problem;
  const open = severity === 'error' ? colors.red('error') : colors.yellow('warning');
  const mark = settled === true ? colors.dim('settled') : open;
  const unit = [problem.locale, problem.key].filter((part) => part !== undefined).join(' ');
  const place = line === undefined ? '' : `:${line}:${column ?? 1}`;
  const parts = [
    file === undefined ? '' : `${oneLine(file)}${place}`,
    `${mark} ${colors.dim(code)}`,
    colors.bold(oneLine(unit)),
    oneLine(message),
  ];
  return parts.filter((part) => part !== '').join('  ');
}

/** Numbers of problems per code. */
type CodeCounts = readonly (readonly [code: string, count: number])[];

/**
 * At most `limit` problems; all in order if that is enough. Otherwise some of each code, the rarest
 * code first, so that a broken placeholder is not lost among thousands of missing texts.
 * `rest`: codes with problems left out, most first.
 */
export function pick<T extends { readonly code: string }>(
  all: readonly T[],
  limit: number,
): { readonly shown: readonly T[]; readonly rest: CodeCounts } {
  if (all.length <= limit) return { shown: all, rest: [] };
  const groups = [...groupBy(all, ({ code }) => code)].sort(([, a], [, b]) => a.length - b.length);
  const shown: T[] = [];
  const rest: [string, number][] = [];
  for (const [index, [code, group]] of groups.entries()) {
    const share = Math.floor((limit - shown.length) / (groups.length - index));
    shown.push(...group.slice(0, share));
    if (group.length > share) rest.unshift([code, group.length - share]);
  }
  return { shown, rest };
}

/** Number of problems per code, most first. */
export function countByCode(all: readonly { readonly code: string }[]): CodeCounts {
  const counts = [...groupBy(all, ({ code }) => code)].map(
    ([code, group]) => [code, group.length] as const,
  );
  return counts.sort(([, a], [, b]) => b - a);
}

/**
 * Problems for display: a failure shared by many texts is listed once, or not at all if it ended
 * the run, which reports it.
 */
export function foldFailures(
  problems: readonly Problem[],
  error: ReportError | null,
): readonly Problem[] {
  if (!problems.some(isFailure)) return problems;
  const groups = groupBy(besideError(problems, error), (problem, at) => {
    const reason = `${problem.locale ?? ''} ${withoutId(problem.message)}`;
    return isFailure(problem) ? reason : String(at);
  });
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) return group;
    const more = formatNumber(group.length - 1);
    return [{ ...first, key: `${first.key ?? ''} and ${more} more` }];
  });
}

/** Problems without those that only repeat the error that ended the run. */
export function besideError(
  problems: readonly Problem[],
  error: ReportError | null,
): readonly Problem[] {
  if (error === null) return problems;
  const reason = withoutId(error.message);
  return problems.filter((one) => !isFailure(one) || withoutId(one.message) !== reason);
}

/** An error without the problem that it repeats, for readers who see the problems above it. */
export function errorBeside(error: ReportError, problems: readonly Problem[]): ReportError {
  const { code, message } = error;
  const said = problems.find((one) => one.code === code && message.endsWith(one.message));
  if (said === undefined) return error;
  const { file = '', line, column = 1 } = said;
  const place = line === undefined ? '' : `${file}:${line}:${column}: `;
  const rest = message.slice(0, -said.message.length);
  const without = rest.endsWith(place) ? rest.slice(0, rest.length - place.length) : rest;
  return { ...error, message: without.trimEnd() };
}

function isFailure({ code }: Problem): boolean {
  return code === 'service-failed' || code === 'service-rejected';
}

/** Removes the request id, which differs for equal failures. */
function withoutId(message: string): string {
  return message.replace(/ \(request [^)]*\)/g, '');
}
