import type { Translator } from '../model/index.js';
import type { Memory } from '../state/index.js';
import { AnswerChecks } from './changes/answer-checks.js';
import { MAX_BODY_BYTES } from './changes/batches.js';
import { SegmentTable } from './changes/segments.js';
import type { FileChanges, RunPlan } from './changes/types.js';
import { needsService } from './compared.js';
import type { Compared } from './compared.js';
import { digestOf, hashesOf, isPlan, joinPlans, overheads, planLanguages } from './plan/index.js';
import type { PlanStep, SavedPlan } from './plan/index.js';
import { openJobs, planOf } from './jobs/index.js';
import type { Jobs } from './jobs/index.js';
import { inScanOrder, type Target } from './scan-order.js';
import type { RunContext } from './session/index.js';
import { Turns } from './turns.js';
import type { ComparedUnit } from './units/types.js';

/** What was compared, and the plans that are made of it. */
export interface Planning extends Compared {
  /** One complete plan for each service language, each made when it is asked for. */
  readonly plans: Iterable<PlanStep>;
  /** The table that makes the plans' segments. */
  readonly segments: SegmentTable;
  /** What makes answers suspicious. */
  readonly checks: AnswerChecks;
  /** Documents and recordings; undefined: the config has none. */
  readonly jobs: Jobs | undefined;
}

/** Everything that a run does, and what it was decided from. */
export interface WholePlan extends Planning {
  readonly plan: RunPlan;
  /** The plan's files in the order of the scan. */
  readonly files: readonly FileChanges[];
}

/**
 * Begins to decide what is written, reused and sent. Opens the service only where something has to
 * be.
 * @param ahead what earlier windows of the run have asked for (`HeldBack`)
 */
export async function planByLanguage(
  compared: Compared,
  run: RunContext,
  ahead?: ReadonlySet<string>,
): Promise<Planning> {
  run.onEvent({ type: 'phase', name: 'plan' });
  const translator = needsService(compared) ? await run.open() : undefined;
  const planned = planCompared(compared, { memory: run.memory, ahead }, translator);
  return { ...planned, jobs: await openJobs(compared.loaded, run) };
}

/** What is written, reused and sent, before anything is sent: `check`, `plan` and `sync` agree. */
export async function plan(compared: Compared, run: RunContext): Promise<WholePlan> {
  return wholePlan(await planByLanguage(compared, run), new Turns(run.signal));
}

/** The same for a look that may never open the service: nothing is packed as requests would be. */
export function planOffline(compared: Compared, run: Pick<RunContext, 'memory'>): WholePlan {
  const planning = { ...planCompared(compared, run), jobs: undefined };
  return joined(planning, [...planning.plans].filter(isPlan));
}

/** What would be billed for translating some units again, without what the memory knows. */
export function priceOf(
  isMeant: (unit: ComparedUnit) => boolean,
  compared: Compared,
  run: Pick<RunContext, 'memory'>,
): number {
  const choice = { accepts: () => false, retranslates: isMeant, isMeant, proposes: false };
  return planOffline({ ...compared, ...choice }, run).plan.totals.characters;
}

/**
 * What is written, reused and sent.
 * @param translator knows how large requests get. Default: nothing is sent.
 */
function planCompared(
  compared: Compared,
  { memory, ahead }: { readonly memory: Memory; readonly ahead?: ReadonlySet<string> | undefined },
  translator?: Translator,
): Omit<Planning, 'jobs'> {
  const { loaded, locales, accepts, retranslates, isMeant, proposes } = compared;
  const overheadOf = overheads(translator);
  const segments = new SegmentTable((group) => MAX_BODY_BYTES - overheadOf(group));
  const checks = new AnswerChecks(locales);
  const plans = planLanguages(locales, {
    accepts,
    retranslates,
    isMeant,
    proposes,
    doubtsPeople: loaded.wasWriting,
    memory,
    ahead,
    segments,
    checks,
    limitsOf: (group) => ({ overhead: overheadOf(group) }),
  });
  return { ...compared, plans, segments, checks };
}

/**
 * All languages together: what has to be known before anything is sent, or is only looked at.
 * @param turns let a signal end it
 */
export async function wholePlan(planning: Planning, turns: Turns): Promise<WholePlan> {
  const plans: RunPlan[] = [];
  for (const step of planning.plans) {
    if (isPlan(step)) plans.push(step);
    else await turns.give();
  }
  return joined(planning, plans);
}

function joined(planning: Planning, plans: readonly RunPlan[]): WholePlan {
  const plan = joinPlans(plans);
  const files = inScanOrder(planning.loaded.pairs, plan.files, targetOf);
  return { ...planning, plans: [plan], plan, files };
}

export function targetOf({ file }: FileChanges): Target {
  return file.target;
}

/** What a plan is known by later. */
export function savedPlanOf({ loaded, files, jobs }: WholePlan): SavedPlan {
  const { outputs } = planOf(jobs);
  return {
    selection: loaded.selection,
    files: hashesOf(files, outputs),
    digest: digestOf(files, outputs),
  };
}
