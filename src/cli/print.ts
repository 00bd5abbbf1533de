import type { Removal } from '../model/plan.js';
import type { Report, ReportError } from '../model/report.js';
import type { Timing } from '../model/timing.js';
import { problemsText } from '../report/problems-text.js';
import { errorBeside } from '../report/shown-error.js';
import { makeStyle } from '../report/style.js';
import type { Style } from '../report/style.js';
import { timingText } from '../report/timing-text.js';
import { jsonText } from '../sinks/json.js';
import { oneLine, terminalText } from '../sinks/terminal.js';
import { stdoutReporter } from './flags.js';
import type { CommonFlags } from './flags.js';
import type { Io } from './io.js';
import { TO_SEE_ALL_PROBLEMS } from './next-steps.js';

export interface CommandShape {
  /** Its name. */
  readonly command: string;
  /** Whether open units make the command fail. */
  readonly gate: 'gate' | 'news';
  /** 'result': the view was asked for and goes to stdout; 'log': it says what was done. */
  readonly stream: 'result' | 'log';
  /** Whether problems are what was asked for. Default: they are what went wrong. */
  readonly findings?: true;
  /** The human view of the result, besides problems. */
  readonly view: (report: Report, style: Style) => string;
  /** The last lines: what to do now. */
  readonly next?: (report: Report, style: Style) => string;
}

export interface Printed {
  readonly report: Report;
  readonly shape: CommandShape;
  /** What was removed, or would be. Default: nothing. */
  readonly removals?: readonly Removal[];
  /** The time line of the run. Default: it was not asked for. */
  readonly timing?: Timing;
}

/** Prints a result; the same for a run and for a remembered answer. */
export function print(io: Io, flags: CommonFlags, printed: Printed): void {
  const { report, shape, removals = [], timing } = printed;
  if (flags.json === true) {
    const more = { ...(flags.verbose === true && { removals }), ...(timing && { timing }) };
    io.stdout(`${jsonText({ ...report, ...more })}\n`);
    return;
  }
  const isQuiet = flags.quiet === true;
  const log = { say: io.stderr, style: makeStyle(io.terminal) };
  const isText = (stdoutReporter(flags) ?? 'text') === 'text';
  const page = { say: isText ? io.stdout : () => undefined, style: makeStyle(io.page) };
  const result = shape.stream === 'result' ? page : log;
  if (!isQuiet) result.say(shape.view(report, result.style));
  if (!isQuiet || !report.ok) {
    const { say, style } = shape.findings === true ? page : log;
    say(
      problemsText(report, style, { all: flags.verbose === true, toSeeAll: TO_SEE_ALL_PROBLEMS }),
    );
  }
  if (!isQuiet) result.say(shape.next?.(report, result.style) ?? '');
  if (timing !== undefined) log.say(timingText(timing));
  if (report.error !== null) {
    log.say(errorText(errorBeside(report.error, report.problems), log.style));
  }
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
