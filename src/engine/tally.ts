import type { LocaleCounts, Problem, UnitStatus } from '../model/index.js';
import { COPIED, REVIEW } from '../state/index.js';
import { isConfirmed } from './accept.js';
import type { TargetDiff } from './diff.js';
import { isDrifted } from './unit-diff.js';
import type { UnitDiff } from './unit-diff.js';
import { eachUnit } from './job.js';
import type { Job, JobsOf } from './job.js';
import { placeOf } from './positions.js';

/** What a target file adds to a report. */
export interface Tally {
  readonly counts: LocaleCounts;
  readonly problems: readonly Problem[];
}

/** look: counts as it stands, what is open is listed · plan: likewise, translated counts what would be · run: after a run. */
export type ReportView = 'look' | 'plan' | 'run';

export interface TallyContext {
  /** What was decided; none of it done in a run that only looks. */
  readonly jobsOf: JobsOf;
  /** Human texts that count as reviewed. */
  readonly accepts: (unit: UnitDiff) => boolean;
  readonly view: ReportView;
  /** True when the outcome of a job stands. */
  readonly isDone: (job: Job) => boolean;
}

export function tallyOf(diff: TargetDiff, context: TallyContext): Tally {
  const { jobsOf, accepts, view, isDone } = context;
  const counts = emptyCounts();
  const problems: Problem[] = [];
  eachUnit(diff, jobsOf, (unit, job) => {
    const settled = job !== undefined && isDone(job);
    const replaced = settled && job.action !== 'propose';
    const accepted = accepts(unit);
    const standing = replaced && !accepted ? (unit.arrival ?? job) : unit;
    const holds = replaced || accepted || isConfirmed(job);
    const status = holds ? statusAfter(standing, unit) : unit.status;
    if (isCounted(unit))
      count(counts, { unit, status, job, fromService: view === 'plan' || settled });
    if (mayHaveProblems(unit, job, status)) {
      problems.push(...unitProblems({ diff, unit, status, job, settled, standing, view }));
    }
  });
  return { counts, problems };
}

/** What a text is that belongs to today's source now. One that a person wrote and that moved here is what it was before. */
function statusAfter(standing: UnitDiff | Job, { arrival }: UnitDiff): UnitStatus {
  if (standing === arrival) return arrival.status;
  if ('action' in standing && standing.origin === REVIEW) return 'review';
  return standing.problems.some(({ level }) => level === 'error') ? 'invalid' : 'current';
}

export type MutableCounts = { -readonly [Name in keyof LocaleCounts]: number };

export function emptyCounts(): MutableCounts {
  return {
    units: 0,
    current: 0,
    missing: 0,
    stale: 0,
    edited: 0,
    review: 0,
    invalid: 0,
    translated: 0,
    drifted: 0,
  };
}

/** Numbers, empty texts and the like are no units that a person would count. */
function isCounted({ expected }: UnitDiff): boolean {
  return expected.unit.kind === 'text' && expected.text !== '';
}

interface Counted {
  readonly unit: UnitDiff;
  readonly status: UnitStatus;
  readonly job: Job | undefined;
  readonly fromService: boolean;
}

function count(counts: MutableCounts, { unit, status, job, fromService }: Counted): void {
  counts.units += 1;
  if (status !== 'obsolete' && status !== 'extra') counts[status] += 1;
  if (fromService && job?.action === 'translate' && job.reuse === undefined) counts.translated += 1;
  const made = fromService && job !== undefined && job.action !== 'copy';
  const drifted = made ? isDrifted(job.origin, unit.options) : unit.drifted;
  if (drifted && status === 'current') counts.drifted += 1;
}

/** Most units have nothing to say. */
function mayHaveProblems(unit: UnitDiff, job: Job | undefined, status: UnitStatus): boolean {
  return (
    unit.problems.length > 0 ||
    unit.arrival !== undefined ||
    (job?.problems ?? []).length > 0 ||
    job?.failure !== undefined ||
    (status !== 'current' && status !== 'edited')
  );
}

interface Reported {
  readonly diff: TargetDiff;
  readonly unit: UnitDiff;
  readonly job: Job | undefined;
  readonly settled: boolean;
  /** Of the unit after the run. */
  readonly status: UnitStatus;
  /** Where the text that stands there now is looked at. */
  readonly standing: UnitDiff | Job;
  readonly view: ReportView;
}

function unitProblems({ diff, unit, status, job, settled, standing, view }: Reported): Problem[] {
  const problems: Problem[] = [];
  const add = (code: Problem['code'], severity: Problem['severity'], message: string): void => {
    problems.push({ code, severity, message, ...placeOf(diff, unit) });
  };
  for (const { code, level, message } of standing.problems) {
    add(code, level === 'error' ? 'error' : 'warning', message);
  }
  const open = openState(status, { diff, unit, job });
  if (open !== undefined && !unit.isBlocked && (view === 'look' || status === 'review')) {
    add(open.code, 'error', open.message);
  }
  const failure = job?.failure;
  if (failure !== undefined && job?.text === undefined && !settled)
    add(failure.code, 'error', failure.message);
  return problems;
}

function openState(
  status: UnitStatus,
  { diff, unit, job }: Pick<Reported, 'diff' | 'unit' | 'job'>,
): { readonly code: 'missing' | 'stale' | 'review'; readonly message: string } | undefined {
  switch (status) {
    case 'missing':
      return { code: 'missing', message: missingMessage(diff, unit) };
    case 'stale':
      return { code: 'stale', message: staleMessage(unit) };
    case 'review': {
      const proposal =
        job?.action === 'propose' && job.text !== undefined ? ` Proposal: ${job.text}` : '';
      const reason =
        unit.current?.incomplete === true
          ? `Parts of it are missing in ${diff.target.path}; what stands there is kept.`
          : 'The source has changed since a person wrote this; it is kept.';
      return { code: 'review', message: `${reason}${proposal}` };
    }
    case 'current':
    case 'edited':
    case 'invalid':
    case 'obsolete':
    case 'extra':
      return undefined;
  }
}

/** What is copied is no text that coverage counts, but has to be brought up to date all the same. */
function missingMessage({ target }: TargetDiff, { treatment }: UnitDiff): string {
  return treatment === 'copy'
    ? `Not in ${target.path} yet; sync copies it.`
    : `No translation in ${target.path}.`;
}

function staleMessage({ treatment, origin }: UnitDiff): string {
  if (treatment === 'translate' && origin === COPIED) {
    return 'This was copied while its key was excluded; sync translates it.';
  }
  return treatment === 'copy'
    ? 'The source has another value than when this was copied; sync copies it again.'
    : 'The source has changed since this was translated.';
}
