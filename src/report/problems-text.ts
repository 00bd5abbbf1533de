import type { Problem, Report } from '../model/index.js';
import { amount, formatNumber } from './amounts.js';
import type { Style } from './style.js';
import { foldFailures } from './fold.js';
import { oneLine } from '../sinks/terminal.js';
import { leftOut } from './left-out.js';
import { countByCode, pick } from './pick.js';
import type { Picked } from './pick.js';

/** Number of errors that are listed by default. */
const SHOWN = 25;
/** Up to this number, warnings are listed as well; otherwise they are counted. */
const FEW = 5;

export interface ProblemListOptions {
  /**
   * Default: false: 25 errors with some of each code, shared failures once, and warnings if there
   * are few.
   */
  readonly all?: boolean;
  /** How to see all of them, in the host's terms. */
  readonly toSeeAll?: string;
}

/**
 * Problems, one per line, starting with `file:line:column`, which terminals and editors turn into
 * links.
 */
export function problemsText(
  report: Report,
  style: Style,
  { all = false, toSeeAll }: ProblemListOptions = {},
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
function moreText(noun: string, count: number, codes: Picked<never>['rest']): readonly string[] {
  if (count === 0) return [];
  const isOne = codes.length === 1;
  const parts = codes.map(([code, each]) => (isOne ? code : `${formatNumber(each)} ${code}`));
  return [`… and ${amount(count, noun)}: ${parts.join(', ')}`];
}

function problemLine(problem: Problem, { colors }: Style): string {
  const { severity, code, message, settled } = problem;
  const open = severity === 'error' ? colors.red('error') : colors.yellow('warning');
  const mark = settled === true ? colors.dim('settled') : open;
  const unit = [problem.locale, problem.key].filter((part) => part !== undefined).join(' ');
  return [
    placeOf(problem),
    `${mark} ${colors.dim(code)}`,
    colors.bold(oneLine(unit)),
    oneLine(message),
  ]
    .filter((part) => part !== '')
    .join('  ');
}

/** `locales/de.json:12:5`. */
function placeOf({ file, line, column }: Problem): string {
  if (file === undefined) return '';
  const name = oneLine(file);
  return line === undefined ? name : `${name}:${line}:${column ?? 1}`;
}
