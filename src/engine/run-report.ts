import type { Problem, Report, ReportError } from '../model/index.js';
import { acceptance } from './accept.js';
import type { TargetDiff } from './diff.js';
import { EngineError } from './errors.js';
import type { JobsOf } from './job.js';
import { buildReport } from './summary.js';
import type { Outcome, ReportOptions } from './summary.js';
import type { Reading, Work } from './work.js';

const NOTHING = { requests: 0, texts: 0, characters: 0 } as const;
const NO_REUSE = { repository: 0, memory: 0, duplicates: 0 } as const;

/** Report of a run that only looks. */
export function reportOfPlan(
  reading: Reading,
  { jobsOf, totals, memory }: Work,
  view: ReportOptions['view'],
): Report {
  const { requests, texts, characters, reused } = totals;
  const written = reading.diffs.filter((diff) => wouldChange(diff, jobsOf)).length;
  const outcome: Outcome = {
    diffs: reading.diffs,
    jobsOf,
    amounts: { requests, texts, characters },
    reused,
    files: { written, unchanged: reading.diffs.length - written },
    problems: [...reading.problems, ...memory.problems],
    error: brokenError(reading, { done: false }),
    inconsistent: reading.config.rules.inconsistent,
    accepts: acceptance(reading.selection),
  };
  return buildReport(outcome, { view });
}

/** Proposals are shown, not written. */
function wouldChange(diff: TargetDiff, jobsOf: JobsOf): boolean {
  if (diff.obsolete.length > 0) return true;
  return jobsOf.get(diff)?.some(({ action }) => action !== 'propose') === true;
}

/** Report of a run that ended before anything was done. */
export function failedReport(reading: Reading, error: ReportError): Report {
  return buildReport(
    {
      jobsOf: new Map(),
      diffs: reading.diffs,
      amounts: NOTHING,
      reused: NO_REUSE,
      files: { written: 0, unchanged: reading.diffs.length },
      problems: reading.problems,
      error,
      inconsistent: reading.config.rules.inconsistent,
      accepts: () => false,
    },
    { view: 'run' },
  );
}

/** Files that cannot be read make a run end with exit code 2, whatever else it did. */
export function brokenError(
  { broken, foreign, problems }: Reading,
  { done }: { readonly done: boolean },
): ReportError | undefined {
  const [first] = broken;
  if (first === undefined) return undefined;
  const more = broken.length === 1 ? '' : ` and ${broken.length - 1} more`;
  return {
    code: 'invalid-file',
    message: `${first}${more} could not be read; ${broken.length === 1 ? 'it was' : 'they were'} left alone. ${place(problems)}`,
    hint: `${nextStep(broken, foreign)}${done ? ' The other files are done.' : ''}`,
  };
}

function nextStep(broken: readonly string[], foreign: readonly string[]): string {
  const mend = foreign.length === broken.length ? [] : ['Mend the file and run again.'];
  const leaveOut =
    foreign.length === 0
      ? []
      : [
          `Narrow the pattern of the catalog, or leave out what it should not find: exclude: ['${foreign[0] ?? ''}'].`,
        ];
  return [...mend, ...leaveOut].join(' ');
}

function place(problems: readonly Problem[]): string {
  const first = problems.find(
    ({ code, severity }) => code === 'invalid-file' && severity === 'error',
  );
  if (first === undefined) return '';
  const { file, line, column, message } = first;
  return line === undefined ? message : `${file ?? ''}:${line}:${column ?? 1}: ${message}`;
}

export function interruptedError(): EngineError {
  return new EngineError(
    'interrupted',
    'Interrupted. What was answered is saved and written.',
    'Run the same command again; it goes on where this one stopped and pays only the rest.',
  );
}
