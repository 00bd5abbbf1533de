import { formsOf, isSound, prepare } from '../text/index.js';
import type { MessageContext, Prepared } from '../text/index.js';
import type { PlanAction, ProblemCode, ReuseOrigin } from '../model/index.js';
import type { TargetDiff } from './diff.js';
import type { GradedProblem, UnitDiff } from './unit-diff.js';
import { isNoAnswer, listOf } from './wire.js';
import type { Wire, Wires, WireTable } from './wire.js';

/** What is done with one unit of one target file. `text` is filled in as answers come. */
export interface Job {
  readonly diff: TargetDiff;
  readonly unit: UnitDiff;
  readonly action: Exclude<PlanAction, 'remove' | 'keep'>;
  readonly message: MessageContext;
  /** A proposal that is shown if the memory has it, and not asked for: it was before, or the change is not certain. */
  readonly pending: boolean;
  /** The text to write, once it is known; let go when the file is made. */
  text: string | undefined;
  /** `targetHash` of the text that stands in the file now. */
  hash: string | undefined;
  /** Origin to remember in the lock for the text. */
  origin: string | undefined;
  reuse: ReuseOrigin | undefined;
  /** What the rules say of a person's text that was moved here. */
  problems: readonly GradedProblem[];
  /** Why there is no text. */
  failure: { readonly code: ProblemCode; readonly message: string } | undefined;
  /** Rung of the ladder of forms (`formsOf`), and what it sends; undefined once that is over. */
  rung: number;
  wires: Wires | undefined;
  /** True when the outcome stands: the text in its file, a proposal in the memory. */
  done: boolean;
}

const NONE: readonly GradedProblem[] = [];

/** A job before anything of it is known. All have the same fields, which keeps very many of them small and quick. */
export function makeJob(
  job: Pick<Job, 'diff' | 'unit' | 'action' | 'message'> &
    Partial<Pick<Job, 'pending' | 'text' | 'origin' | 'reuse'>>,
): Job {
  return {
    diff: job.diff,
    unit: job.unit,
    action: job.action,
    message: job.message,
    pending: job.pending ?? false,
    text: job.text,
    hash: undefined,
    origin: job.origin,
    reuse: job.reuse,
    problems: NONE,
    failure: undefined,
    rung: 0,
    wires: undefined,
    done: false,
  };
}

/**
 * Takes a job as far as the answers known allow: down the ladder of forms until one holds, all failed, or an
 * answer is missing. Returns true when the job waits for answers.
 */
export function advance(job: Job, table: WireTable): boolean {
  for (;;) {
    const wires = (job.wires ??= enter(job, table));
    if (isUnderWay(wires)) return true;
    const failed = listOf(wires).find(({ failure }) => failure !== undefined)?.failure;
    // A text that is too large for one request may fit when it is cut at its placeholders.
    if (failed !== undefined && failed.code !== 'text-too-large') return fail(job, failed);
    if (failed === undefined) {
      const answers = answersOf(wires);
      if (answers === undefined) return true;
      const problem = isGapped(wires) ? NO_ANSWER : finish(job, answers);
      if (problem === undefined) return false;
      job.failure = problem;
    } else job.failure = failed;
    const forms = formsOf(job.unit.expected.text, job.message);
    if (job.rung + 1 >= forms.length) return fail(job, job.failure);
    job.rung += 1;
    job.wires = undefined;
  }
}

function isUnderWay(wires: Wires): boolean {
  return Array.isArray(wires)
    ? listOf(wires).some(({ underWay }) => underWay)
    : (wires as Wire).underWay;
}

function enter(job: Job, table: WireTable): Wires {
  return table.take(preparedOf(job), job.unit.options);
}

/** Made again when the answer is there: keeping it for every text of a run would take several times their memory. */
function preparedOf({ unit, message, rung }: Job): Prepared {
  const { text } = unit.expected;
  return prepare(text, message, formsOf(text, message)[rung] ?? 'element');
}

function fail(job: Job, failure: Job['failure']): false {
  job.failure = failure ?? job.failure;
  return false;
}

/** For each prepared text its answer; undefined while one is missing. */
function answersOf(wires: Wires): readonly string[] | undefined {
  if (!Array.isArray(wires)) {
    const { answer } = wires as Wire;
    return answer === undefined ? undefined : [answer];
  }
  const parts = wires as readonly (readonly Wire[])[];
  if (parts.flat().some(({ answer }) => answer === undefined)) return undefined;
  return parts.map((part) => part.map(({ answer }) => answer ?? '').join(''));
}

const NO_ANSWER = {
  code: 'service-failed',
  message: 'The service answered with an empty text.',
} as const;

/** True where a part of the text came back empty: what is put together without it lacks words. */
function isGapped(wires: Wires): boolean {
  return listOf(wires).some(({ text, answer = '' }) => isNoAnswer(text, answer));
}

function finish(job: Job, answers: readonly string[]): Job['failure'] {
  const restored = preparedOf(job).restore(answers);
  if (!restored.ok) return restored.problem;
  const source = job.unit.expected.text;
  if (isNoAnswer(source, restored.text)) return NO_ANSWER;
  // With answers in it, it has been looked at while they were put back.
  const unsound = answers.length > 0 ? undefined : isSound(source, restored.text, job.message);
  if (unsound !== undefined) return unsound;
  // The very string of the answer where they are equal, so that it is there once.
  const [answer] = answers;
  job.text = answer === restored.text ? answer : restored.text;
  job.origin = job.unit.options.origin;
  job.failure = undefined;
  return undefined;
}

/** Wires of a job's present rung. */
export function wiresOf({ wires }: Job): readonly Wire[] {
  return wires === undefined ? [] : listOf(wires);
}

/** Jobs by target file, in the order of its units. */
export type JobsOf = ReadonlyMap<TargetDiff, readonly Job[]>;

/** Visits the units of a target file, each with its job. */
export function eachUnit(
  diff: TargetDiff,
  jobsOf: JobsOf,
  visit: (unit: UnitDiff, job: Job | undefined) => void,
): void {
  const jobs = jobsOf.get(diff) ?? [];
  let next = 0;
  for (const unit of diff.units) {
    const job = jobs[next];
    if (job?.unit === unit) {
      next += 1;
      visit(unit, job);
    } else visit(unit, undefined);
  }
}
