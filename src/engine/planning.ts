import type { Translator } from '../model/index.js';
import { AnswerChecks } from './segments/answer-checks.js';
import { MAX_BODY_BYTES } from './segments/batches.js';
import { SegmentTable } from './segments/segments.js';
import type { FileComparison, LocaleComparison, Row, RunPlan, Segment } from './units/row.js';
import { needsService } from './compared.js';
import type { Compared } from './compared.js';
import { digestOf, hashesOf, joinPlans, overheads, planLanguages } from './plan/index.js';
import type { SavedPlan } from './plan/index.js';
import { openJobs, planOf } from './jobs/index.js';
import type { Jobs } from './jobs/index.js';
import { inScanOrder, type Target } from './scan-order.js';
import type { RunContext } from './session/index.js';
import { turnsFor } from './turns.js';

/** The comparison, and the plans made from it. */
export interface Planning extends Compared {
  /** One complete plan per service language, each made when it is requested. */
  readonly plans: Iterable<RunPlan>;
  /** Creates the plans' segments. */
  readonly segments: SegmentTable;
  /** Decides which answers are suspicious. */
  readonly checks: AnswerChecks;
  /** Documents and recordings; undefined if the config has none. */
  readonly jobs: Jobs | undefined;
}

/** Everything that a run does, with its files in scan order, and the data it was decided from. */
export interface WholePlan extends Planning, RunPlan {}

/** What the plans of earlier pieces of a run leave to those of the next. */
export interface PlannedBefore extends Pick<Planning, 'segments' | 'checks'> {
  readonly unsent: readonly Segment[];
}

/**
 * Starts to decide what is written, reused and sent. Opens the service only if something has to be
 * sent.
 * @param before Default: it is the first piece of the run, or all of it.
 */
export async function planByLanguage(
  compared: Compared,
  run: RunContext,
  before?: PlannedBefore,
): Promise<Planning> {
  run.onEvent({ type: 'phase', name: 'plan' });
  const translator = needsService(compared) ? await run.open() : undefined;
  const planned = planCompared(compared, run, { translator, before });
  return { ...planned, jobs: await openJobs(compared.loaded, run) };
}

/** The complete decision before anything is sent. `check`, `plan` and `sync` share it. */
export async function plan(compared: Compared, run: RunContext): Promise<WholePlan> {
  return wholePlan(await planByLanguage(compared, run), run.signal);
}

/** The same for commands that never open the service: nothing is packed into requests. */
export function planOffline(compared: Compared, run: Pick<RunContext, 'memory'>): WholePlan {
  const planning = { ...planCompared(compared, run), jobs: undefined };
  return joined(planning, [...planning.plans]);
}

/**
 * Characters that would be billed for translating some units again, excluding what the memory has.
 */
export function priceOf(
  isMeant: (row: Row) => boolean,
  compared: Compared,
  run: Pick<RunContext, 'memory'>,
): number {
  const meant = new Set<Row>();
  const locales = compared.locales.map((locale) => withNewRows(locale, isMeant, meant));
  const has = (row: Row): boolean => meant.has(row);
  const choice = { accepts: () => false, retranslates: has, isMeant: has, proposes: false };
  return planOffline({ ...compared, ...choice, locales }, run).totals.characters;
}

/** Rows without the decisions of another plan; adds those that are meant to `meant`. */
function withNewRows(
  locale: LocaleComparison,
  isMeant: (row: Row) => boolean,
  meant: Set<Row>,
): LocaleComparison {
  const files = locale.files.map((file): FileComparison => {
    const rows = file.rows.map((row): Row => {
      const { source, current, options, state, findings } = row;
      const copy = { source, current, options, state, findings };
      if (isMeant(row)) meant.add(copy);
      return copy;
    });
    return { ...file, rows };
  });
  return { ...locale, files };
}

/**
 * Decides what is written, reused and sent.
 * @param how translator: determines how large requests may be; default: nothing is sent
 */
function planCompared(
  compared: Compared,
  { memory }: Pick<RunContext, 'memory'>,
  {
    translator,
    before,
  }: { translator?: Translator | undefined; before?: PlannedBefore | undefined } = {},
): Omit<Planning, 'jobs'> {
  const { loaded, locales, accepts, retranslates, isMeant, proposes } = compared;
  const overheadOf = overheads(translator);
  const segments =
    before?.segments ?? new SegmentTable((group) => MAX_BODY_BYTES - overheadOf(group));
  const checks = before?.checks ?? new AnswerChecks();
  checks.compareWith(locales);
  const plans = planLanguages(locales, {
    accepts,
    retranslates,
    isMeant,
    proposes,
    doubtsPeople: loaded.wasWriting,
    memory,
    unsent: before?.unsent,
    segments,
    checks,
    limitsOf: (group) => ({ overhead: overheadOf(group) }),
  });
  return { ...compared, plans, segments, checks };
}

/**
 * Plans all languages, for a run that must know the totals before it sends, or sends nothing.
 * @throws EngineError 'interrupted'
 */
export async function wholePlan(planning: Planning, signal: AbortSignal): Promise<WholePlan> {
  const giveTurn = turnsFor(signal);
  const plans: RunPlan[] = [];
  for (const plan of planning.plans) {
    plans.push(plan);
    await giveTurn();
  }
  return joined(planning, plans);
}

function joined(planning: Planning, plans: readonly RunPlan[]): WholePlan {
  const plan = joinPlans(plans);
  const files = inScanOrder(planning.loaded.pairs, plan.files, targetOf);
  return { ...planning, ...plan, plans: [plan], files };
}

export function targetOf({ target }: FileComparison): Target {
  return target;
}

/** The data that identifies a plan later. */
export function savedPlanOf({ loaded, files, jobs }: WholePlan): SavedPlan {
  const { outputs } = planOf(jobs);
  return {
    selection: loaded.selection,
    files: hashesOf(files, outputs),
    digest: digestOf(files, outputs),
  };
}
