import type { Removal } from '../model/plan.js';
import type { Report, ReportError } from '../model/report.js';
import { annotationsOf } from '../report/annotations.js';
import { problemsText } from '../report/problems-text.js';
import { errorBeside } from '../report/shown-error.js';
import type { Style } from '../report/style.js';
import { jsonText } from '../sinks/json.js';
import { oneLine, terminalText } from '../sinks/terminal.js';
import { annotate } from './annotate.js';
import type { CommonFlags } from './flags.js';
import type { Io } from './io.js';
import { TO_SEE_ALL } from './next-steps.js';

export interface CommandShape {
  /** Whether open units make the command fail. */
  readonly gate: 'gate' | 'news';
  /** The human view of the result, besides problems. */
  readonly view: (report: Report, style: Style) => string;
  /** The last lines: what to do now. */
  readonly next?: (report: Report, style: Style) => string;
}

export interface Printed {
  readonly report: Report;
  readonly style: Style;
  readonly shape: CommandShape;
  /** Absolute folder that file names of the report start from. */
  readonly root: string;
  /** What was removed, or would be. Default: nothing. */
  readonly removals?: readonly Removal[];
}

/** Prints a result; the same for a run and for a remembered answer. */
export function print(io: Io, flags: CommonFlags, printed: Printed): void {
  const { report, style, shape, root, removals = [] } = printed;
  if (flags.json === true) {
    io.stdout(`${jsonText(flags.verbose === true ? { ...report, removals } : report)}\n`);
    return;
  }
  if (flags.quiet !== true) io.stderr(shape.view(report, style));
  if (flags.quiet !== true || !report.ok) {
    io.stderr(problemsText(report, style, { all: flags.verbose === true, toSeeAll: TO_SEE_ALL }));
  }
  if (flags.quiet !== true) io.stderr(shape.next?.(report, style) ?? '');
  if (report.error !== null) {
    io.stderr(errorText(errorBeside(report.error, report.problems), style));
  }
  annotate(io, root, annotationsOf(report));
}

/** Columns of `error: `, below which everything that follows is set. */
const INDENT = ' '.repeat(7);

/** One message: what is wrong, and the next step. No line but the first begins at the margin. */
export function errorText({ message, hint, requestId }: ReportError, { colors }: Style): string {
  const [first = '', ...more] = terminalText(message).split('\n');
  const lines = [
    ...more,
    ...(requestId === undefined || message.includes(requestId)
      ? []
      : [`request ${oneLine(requestId)}`]),
    ...(hint === undefined ? [] : terminalText(hint).split('\n')),
  ];
  return `${colors.red('error:')} ${[first, ...lines].join(`\n${INDENT}`)}\n`;
}
