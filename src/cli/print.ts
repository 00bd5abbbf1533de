import type { Removal, Problem, Report, ReportError, Timing } from '../model/index.js';
import { errorBeside, makeStyle, problemsText, timingText } from '../people/index.js';
import type { Style, NextSteps } from '../people/index.js';
import { explain, jsonText, LocaleSyncError, oneLine, terminalText } from '../model/index.js';
import { exitCodeOfError } from './exit-code.js';
import { internalError } from './failure.js';
import { stdoutReporter } from './flags.js';
import type { CommonFlags } from './flags.js';
import { WORDS } from './hints.js';
import type { Io } from './io.js';

export interface CommandShape {
  /** The command's name. */
  readonly command: string;
  /** Whether open units make the command fail. */
  readonly gate: 'gate' | 'news';
  /** 'result': the view was requested and goes to stdout; 'log': it reports what was done. */
  readonly stream: 'result' | 'log';
  /** Whether problems are the requested result. Default: they are errors. */
  readonly findings?: true;
  /** The result as text for people, without problems. */
  readonly view: (report: Report, style: Style) => string;
  /** The last lines: what to do next. */
  readonly next?: (report: Report, style: Style) => string;
}

interface Printed {
  readonly report: Report;
  readonly shape: CommandShape;
  /** What earlier runs of a watching command printed. Default: there were none. */
  readonly said?: Said | undefined;
  /** Texts that were removed, or would be. Default: none. */
  readonly removals?: readonly Removal[];
  /** Timing of the run. Default: not requested. */
  readonly timing?: Timing;
}

/** What the runs of a watching command printed: what stays as it was is not printed again. */
export class Said {
  #last: Report | undefined;

  /** A report without what the last one said; undefined if nothing is new. */
  newIn(report: Report): Report | undefined {
    const before = this.#last;
    this.#last = report;
    if (before === undefined) return report;
    const known = new Set(before.problems.map(idOf));
    const problems = report.problems.filter((problem) => !known.has(idOf(problem)));
    const isKnown =
      report.error !== null && before.error !== null && idOf(report.error) === idOf(before.error);
    const error = isKnown ? null : report.error;
    const isIdle = report.requests + report.files.written + report.removed === 0;
    const isGone = before.problems.length > report.problems.length || before.ok !== report.ok;
    const isSame = isIdle && problems.length === 0 && error === null && !isGone;
    return isSame ? undefined : { ...report, problems, error };
  }
}

/** Without positions, which move while somebody types. */
function idOf({ message, ...one }: Problem | ReportError): string {
  const place = 'severity' in one ? [one.severity, one.file, one.locale, one.key] : [];
  return [one.code, ...place, message.replaceAll(/\d+/g, '')].join('\n');
}

/** How to see the lines that a list leaves out. */
export const TO_SEE_ALL = '--verbose lists all';
export const TO_SEE_ALL_PROBLEMS = 'see --verbose or --json';

export const NEXT_STEPS: NextSteps = {
  sync: 'Run `locale-sync sync`',
  renew: '`locale-sync sync --retranslate drifted` replaces them',
  settle: '`locale-sync accept LOCALE:KEY` if it is right',
  accept: 'fix what is wrong, then `locale-sync sync --accept --keys <keys>`',
  acceptFiles: 'update it, or `locale-sync accept --files <file>` if it is right',
};

/** Prints the result of a run or a remembered answer. */
export function print(io: Io, flags: CommonFlags, printed: Printed): void {
  const { shape, removals = [], timing, said } = printed;
  if (flags.json === true) {
    const more = { ...(flags.verbose === true && { removals }), ...(timing && { timing }) };
    io.stdout(`${jsonText({ ...printed.report, ...more })}\n`);
    return;
  }
  const report = said === undefined ? printed.report : said.newIn(printed.report);
  if (report === undefined) return;
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

/** Width of `error: `, by which following lines are indented. */
const INDENT = ' '.repeat(7);

/** An error message with its next step. Only the first line starts at the margin. */
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

/** What ended a command: an uncaught error, a signal, or what was thrown. */
export function describeError(io: Io, { verbose }: CommonFlags, error: unknown): ReportError {
  const uncaught = io.uncaught();
  if (uncaught !== undefined) return uncaught;
  if (io.signal.aborted) return { code: 'interrupted', message: 'Interrupted.' };
  if (error instanceof LocaleSyncError) return explain(error, WORDS);
  return internalError(error, verbose === true);
}

/** Prints the error that ended a command without a report. */
export function printError(io: Io, { json }: CommonFlags, error: ReportError): void {
  if (json === true) io.stdout(`${jsonText({ ok: false, error })}\n`);
  else io.stderr(errorText(error, makeStyle(io.terminal)));
}

/** Runs a command that has no report, and prints what ends it. Returns the exit code. */
export async function explained(
  io: Io,
  flags: CommonFlags,
  work: () => Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LocaleSyncError) && !io.signal.aborted) throw error;
    const described = describeError(io, flags, error);
    printError(io, flags, described);
    return exitCodeOfError(described.code);
  }
}

/** `1 file`, `1200 files`: without thousands separators, as in logs and comments. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
