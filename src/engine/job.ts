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
  /** A proposal that was asked for in an earlier run: shown if the memory has it, not asked for again. */
  readonly pending?: true;
  /** The text to write, once it is known. */
  text?: string;
  /** Origin to remember in the lock for `text`. */
  origin?: string;
  reuse?: ReuseOrigin;
  /** Why there is no text. */
  failure?: { readonly code: ProblemCode; readonly message: string };
  attempt?: Attempt;
}

interface Attempt {
  /** Rung of the ladder of forms (`formsOf`). */
  readonly rung: number;
  readonly prepared: Prepared;
  readonly set: WireSet;
}

/**
 * Takes a job as far as the answers known allow: down the ladder of forms until one holds, all failed, or an
 * answer is missing. Returns true when the job waits for answers.
 */
export function advance(job: Job, table: WireTable): boolean {
  const { unit, message } = job;
  const source = unit.expected.text;
  const forms = formsOf(source, message);
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
    if (attempt.rung + 1 >= forms.length) return fail(job, job.failure);
    attempt = enter(job, attempt.rung + 1, table);
  }
}

function enter(job: Job, rung: number, table: WireTable): Attempt {
  const { unit, message } = job;
  const source = unit.expected.text;
  const form = formsOf(source, message)[rung] ?? 'element';
  const prepared = prepare(source, message, form);
  return { rung, prepared, set: table.take(prepared, unit.options) };
}

function fail(job: Job, failure: Job['failure']): false {
  if (failure !== undefined) job.failure = failure;
  return false;
}

function finish(job: Job, { prepared, set }: Attempt): Job['failure'] {
  const answers = set.wires.map((wires) => wires.map(({ answer }) => answer ?? '').join(''));
  const restored = prepared.restore(answers);
  if (!restored.ok) return restored.problem;
  const source = job.unit.expected.text;
  if (restored.text.trim() === '' && source.trim() !== '') {
    return { code: 'service-failed', message: 'The service answered with an empty text.' };
  }
  const unsound = isSound(source, restored.text, job.message);
  if (unsound !== undefined) return unsound;
  job.text = restored.text;
  job.origin = job.unit.options.origin;
  delete job.failure;
  return undefined;
}

/** Wires of a job's present rung. */
export function wiresOf(job: Job): readonly Wire[] {
  return job.attempt?.set.wires.flat() ?? [];
}
