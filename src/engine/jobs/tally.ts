import { NO_COUNTS } from '../../model/index.js';
import type { LocaleCounts, Problem, Report, UnitStatus } from '../../model/index.js';
import { besidePath } from '../load/index.js';
import { problemOf } from './problems.js';
import type { JobOutcome } from './sender.js';
import type { JobPlan, PlannedOutput } from './types.js';

/** What a run did with whole files. */
export interface JobResults {
  readonly requests: number;
  readonly characters: number;
  readonly begun: { readonly documents: number; readonly recordings: number };
  readonly outcomes: ReadonlyMap<string, JobOutcome>;
  readonly written: ReadonlyMap<PlannedOutput, string>;
  readonly changed: ReadonlySet<PlannedOutput>;
  readonly problems: readonly Problem[];
}

/**
 * How a report counts whole files: 'look' as they are, 'plan' as they would be, or by the results
 * of a run.
 */
export type JobView = 'look' | 'plan' | JobResults;

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
  const isClean = plan.outputs.every((one) => isFine(statusAfter(one, view)));
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  const begun = ran?.begun ?? begunBy(plan);
  const kept = plan.outputs.filter((one) => one.from === 'kept' && wasMade(one, view));
  return {
    ...report,
    ok: report.ok && isClean && !hasErrors,
    requests: report.requests + (ran?.requests ?? plan.totals.requests),
    characters: report.characters + (ran?.characters ?? plan.totals.characters),
    reused: { ...report.reused, memory: report.reused.memory + kept.length },
    files: filesOf(report, plan, view),
    locales,
    ...(begun.documents + begun.recordings === 0 ? {} : { jobs: begun }),
    problems,
    error:
      report.error ?? refusedError(plan, { isAlone: Object.keys(locales).length === 0 }) ?? null,
  };
}

/** The error that makes a run with unsendable files exit with code 2, whatever else it did. */
function refusedError(
  { problems }: JobPlan,
  { isAlone }: { readonly isAlone: boolean },
): Report['error'] | undefined {
  const refused = problems.filter(({ code }) => code === 'invalid-file');
  const [first] = refused;
  if (first === undefined) return undefined;
  const more = refused.length === 1 ? '' : ` ${refused.length - 1} more cannot be sent either.`;
  const others = isAlone ? '' : ' The other files are processed as usual.';
  const hint = `Fix the file, or leave it out with \`exclude\`.${others}`;
  return { code: 'invalid-file', message: `${first.message}.${more}`, hint };
}

/** New documents and recordings: those that earlier runs sent are not billed again. */
export function begunBy({ documents, recordings }: JobPlan): JobResults['begun'] {
  const isNew = ({ outputs }: { readonly outputs: readonly PlannedOutput[] }): boolean =>
    outputs.some(({ from }) => from === 'service');
  return {
    documents: documents.filter(isNew).length,
    recordings: recordings.filter(isNew).length,
  };
}

function filesOf({ files }: Report, { outputs }: JobPlan, view: JobView): Report['files'] {
  const isWritten = (one: PlannedOutput): boolean =>
    typeof view === 'string' ? isMaking(one) : view.changed.has(one);
  const written = outputs.filter(isWritten).length;
  return {
    written: files.written + written,
    unchanged: files.unchanged + outputs.length - written,
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
function statusAfter(one: PlannedOutput, view: JobView): UnitStatus {
  if (typeof view === 'string') return one.status;
  if (one.action === 'accept') return 'current';
  return one.action === 'make' && view.written.has(one) ? 'current' : one.status;
}

function isFine(status: UnitStatus): boolean {
  return status === 'current' || status === 'edited';
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
    ...(status === 'obsolete' || status === 'extra' ? {} : { [status]: sum[status] + 1 }),
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
