import { defined, NO_COUNTS } from '../../model/index.js';
import type { JobItem, LocaleCounts, LocaleSyncError, Problem, Report } from '../../model/index.js';
import { besidePath } from '../load/index.js';
import { problemOf } from './problems.js';
import type { JobOutcome } from './sender.js';
import type { BilledJobs, Job, JobPlan, OutputStatus, PlannedOutput } from './types.js';

/** What a run did with whole files. */
export interface FinishedJobs extends BilledJobs {
  /** The error that ended it early, other than an interruption. */
  readonly fatal: LocaleSyncError | undefined;
  readonly requests: number;
  readonly outcomes: ReadonlyMap<string, JobOutcome>;
  /** Content hash of each output's file after the run. */
  readonly written: ReadonlyMap<PlannedOutput, string>;
  /** Those whose bytes have changed. */
  readonly changed: ReadonlySet<PlannedOutput>;
  readonly problems: readonly Problem[];
}

/** What is done with whole files, for display. */
export function jobItems({ outputs }: JobPlan): readonly JobItem[] {
  return outputs.flatMap(({ output, status, action, from, ...cost }): JobItem[] => {
    if ((action !== 'make' && action !== 'beside') || from === undefined) return [];
    const { path: file, locale, source, kind } = output;
    const { characters, minutes } = cost;
    return [
      { file, locale, source, kind, status, action, from, characters, ...defined({ minutes }) },
    ];
  });
}

/**
 * How a report counts whole files: 'look' as they are, 'plan' as they would be, or by the results
 * of a run.
 */
export type JobView = 'look' | 'plan' | FinishedJobs;

/** Adds whole files to a report's counts: each target counts as one unit. Pure. */
export function withJobs(report: Report, plan: JobPlan, view: JobView): Report {
  if (plan.outputs.length === 0 && plan.problems.length === 0) return report;
  const ran = typeof view === 'string' ? undefined : view;
  const locales: Record<string, LocaleCounts> = { ...report.locales };
  const problems = [...report.problems, ...plan.problems, ...(ran?.problems ?? [])];
  for (const one of plan.outputs) {
    const { locale } = one.output;
    locales[locale] = counted(locales[locale], one, view);
    problems.push(...problemsOf(one, view));
  }
  const isClean = plan.outputs.every((one) =>
    ['current', 'edited'].includes(statusAfter(one, view)),
  );
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  const begun = ran?.begun ?? begunBy(plan);
  const { minutes } = ran ?? plan.totals;
  const { unmeasured = 0, ...jobs } = begun;
  const kept = plan.outputs.filter((one) => one.from === 'kept' && wasMade(one, view));
  const written =
    ran === undefined
      ? plan.outputs.filter(isMaking).length
      : plan.outputs.filter((one) => ran.changed.has(one)).length;
  return {
    ...report,
    ok: report.ok && isClean && !hasErrors,
    requests: report.requests + (ran?.requests ?? plan.totals.requests),
    characters: report.characters + (ran?.characters ?? plan.totals.characters),
    ...(minutes === 0 ? {} : { minutes }),
    reused: { ...report.reused, memory: report.reused.memory + kept.length },
    files: {
      written: report.files.written + written,
      unchanged: report.files.unchanged + plan.outputs.length - written,
    },
    locales,
    ...(begun.documents + begun.recordings === 0
      ? {}
      : { jobs: { ...jobs, ...(unmeasured > 0 ? { unmeasured } : {}) } }),
    problems,
    error: report.error ?? refusedError(plan, Object.keys(locales).length === 0),
  };
}

/** The error that makes a run with unsendable files exit with code 2, whatever else it did. */
function refusedError({ problems }: JobPlan, isAlone: boolean): Report['error'] {
  const { length } = problems.filter(({ code }) => code === 'invalid-file');
  if (length === 0) return null;
  const message = length === 1 ? 'A file cannot be sent.' : `${length} files cannot be sent.`;
  const others = isAlone ? '' : ' The other files are processed as usual.';
  const hint = `Fix ${length === 1 ? 'it' : 'them'}, or leave ${length === 1 ? 'it' : 'them'} out with \`exclude\`.${others}`;
  return { code: 'invalid-file', message, hint };
}

/** New documents and recordings: those that earlier runs sent are not billed again. */
export function begunBy({ documents, recordings, totals }: JobPlan): FinishedJobs['begun'] {
  const isNew = ({ outputs }: Job): boolean => outputs.some(({ from }) => from === 'service');
  return {
    documents: documents.filter(isNew).length,
    recordings: recordings.filter(isNew).length,
    unmeasured: totals.unmeasured,
  };
}

function isMaking({ action }: PlannedOutput): boolean {
  return action === 'make' || action === 'beside';
}

/** Whether the run made it, or would make it. */
function wasMade(one: PlannedOutput, view: JobView): boolean {
  return typeof view === 'string' ? isMaking(one) : view.written.has(one);
}

/** The current status for a look; the final status for a run. */
function statusAfter(one: PlannedOutput, view: JobView): OutputStatus {
  if (typeof view === 'string') return one.status;
  if (one.action === 'accept') return 'current';
  return one.action === 'make' && view.written.has(one) ? 'current' : one.status;
}

function counted(
  counts: LocaleCounts | undefined,
  one: PlannedOutput,
  view: JobView,
): LocaleCounts {
  const sum = counts ?? NO_COUNTS;
  const status = statusAfter(one, view);
  const isMade = one.action === 'make' && view !== 'look' && wasMade(one, view);
  const isNew = isMade && one.from !== 'kept';
  const drifted = one.isDrifted && !isMade ? 1 : 0;
  return {
    ...sum,
    units: sum.units + 1,
    [status]: sum[status] + 1,
    translated: sum.translated + (isNew ? 1 : 0),
    drifted: sum.drifted + drifted,
  };
}

function problemsOf(one: PlannedOutput, view: JobView): readonly Problem[] {
  const { output, key } = one;
  const problems: Problem[] = [];
  const status = statusAfter(one, view);
  const place = { file: output.path, locale: output.locale };
  const add = (code: 'missing' | 'stale' | 'review', message: string): void => {
    problems.push({ code, severity: 'error', ...place, message });
  };
  if (status === 'review') add('review', reviewMessage(one));
  if (view === 'look' && status === 'missing')
    add('missing', `Not made from ${output.source} yet.`);
  if (view === 'look' && status === 'stale') {
    const change = `${output.source} has changed since this was made from it.`;
    add('stale', one.isRehearsed ? 'This was made in a rehearsal; sync makes it again.' : change);
  }
  const outcome = typeof view === 'string' ? undefined : view.outcomes.get(key);
  const isOpen = isMaking(one) && typeof view !== 'string' && !view.written.has(one);
  if (outcome?.state === 'failed' && isOpen) problems.push(problemOf(one, outcome));
  return problems;
}

function reviewMessage({ output, action }: PlannedOutput): string {
  const { source, path, entry } = output;
  const kept = `${source} has changed since a person edited this file, which is kept. Update the file, or accept it as it is.`;
  const isBeside = entry.beside || action === 'beside';
  return isBeside ? `${kept} The machine translation is in ${besidePath(path)}.` : kept;
}
