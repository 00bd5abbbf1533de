import { formsOf, isSound, prepare } from '../text/index.js';
import type { MessageContext, Prepared } from '../text/index.js';
import type { PlanAction, ProblemCode, ReuseOrigin } from '../model/index.js';
import type { TargetDiff, UnitDiff } from './diff.js';
import type { Wire, WireSet, WireTable } from './wire.js';

/** What is done with one unit of one target file. `text` is filled in as answers come. */
export interface Job {
  readonly diff: TargetDiff;
  readonly unit: UnitDiff;
  readonly action: Exclude<PlanAction, 'remove' | 'keep'>;
  readonly message: MessageContext;
  /** A proposal that is shown if the memory has it, and not asked for: it was before, or the change is not certain. */
  readonly pending?: true;
  /** The text to write, once it is known. */
  text?: string | undefined;
  /** Origin to remember in the lock for `text`. */
  origin?: string | undefined;
  reuse?: ReuseOrigin;
  /** Why there is no text. */
  failure?: { readonly code: ProblemCode; readonly message: string };
  attempt?: Attempt | undefined;
}

interface Attempt {
  /** Rung of the ladder of forms (`formsOf`). */
  readonly rung: number;
  readonly set: WireSet;
}

/**
 * Takes a job as far as the answers known allow: down the ladder of forms until one holds, all failed, or an
 * answer is missing. Returns true when the job waits for answers.
 */
export function advance(job: Job, table: WireTable): boolean {
  let attempt = job.attempt;
  for (;;) {
    if (attempt === undefined) attempt = enter(job, 0, table);
    job.attempt = attempt;
    const wires = attempt.set.wires.flat();
    const failed = wires.find(({ failure }) => failure !== undefined)?.failure;
    // A text that is too large for one request may fit when it is cut at its placeholders.
    if (failed !== undefined && failed.code !== 'text-too-large') return fail(job, failed);
    if (failed === undefined) {
      if (wires.some(({ answer }) => answer === undefined)) return true;
      const problem = finish(job, attempt);
      if (problem === undefined) return false;
      job.failure = problem;
    } else job.failure = failed;
    const forms = formsOf(job.unit.expected.text, job.message);
    if (attempt.rung + 1 >= forms.length) return fail(job, job.failure);
    attempt = enter(job, attempt.rung + 1, table);
  }
}

function enter(job: Job, rung: number, table: WireTable): Attempt {
  return { rung, set: table.take(preparedAt(job, rung), job.unit.options) };
}

/** Made again when the answer is there: keeping it for every text of a run would take several times their memory. */
function preparedAt({ unit, message }: Job, rung: number): Prepared {
  const { text } = unit.expected;
  return prepare(text, message, formsOf(text, message)[rung] ?? 'element');
}

function fail(job: Job, failure: Job['failure']): false {
  if (failure !== undefined) job.failure = failure;
  return false;
}

function finish(job: Job, { rung, set }: Attempt): Job['failure'] {
  const answers = set.wires.map((wires) => wires.map(({ answer }) => answer ?? '').join(''));
  const restored = preparedAt(job, rung).restore(answers);
  if (!restored.ok) return restored.problem;
  const source = job.unit.expected.text;
  if (restored.text.trim() === '' && source.trim() !== '') {
    return { code: 'service-failed', message: 'The service answered with an empty text.' };
  }
  // With answers in it, it has been looked at while they were put back.
  const unsound = answers.length > 0 ? undefined : isSound(source, restored.text, job.message);
  if (unsound !== undefined) return unsound;
  // The very string of the answer where they are equal, so that it is there once.
  const [answer] = answers;
  job.text = answer === restored.text ? answer : restored.text;
  job.origin = job.unit.options.origin;
  delete job.failure;
  return undefined;
}

/** Wires of a job's present rung. */
export function wiresOf(job: Job): readonly Wire[] {
  return job.attempt?.set.wires.flat() ?? [];
}
