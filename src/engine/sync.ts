import { leavesOut } from '../model/index.js';
import type { Report, Selection } from '../model/index.js';
import { appendRun, fileSystemNow, LOCK_FILE, noteWriting } from '../state/index.js';
import type { Decided, FileChanges, RunPlan } from './changes/types.js';
import { checkLimit } from './limit.js';
import { decidedIn, isNarrowedByKeys, requireSame } from './plan/index.js';
import type { PlanStep, SavedPlan } from './plan/index.js';
import { inScanOrder } from './scan-order.js';
import { applyResources, linesAfter } from './resources/index.js';
import { glossaryTerms } from './glossary-terms.js';
import { filesToWrite, languagesToAsk } from './compared.js';
import { loadAndCompare } from './load-and-compare.js';
import type { CompareOptions } from './load-and-compare.js';
import { planByLanguage, savedPlanOf, targetOf, wholePlan } from './planning.js';
import type { Planning, WholePlan } from './planning.js';
import { WindowedSync } from './windowed-sync.js';
import { begunBy, planOf, withJobs } from './jobs/index.js';
import { reachedFiles } from './reached-files.js';
import type { RunContext } from './session/index.js';
import {
  inconsistencies,
  interruptedError,
  reportOfRun,
  resultsOf,
  withResources,
} from './report/index.js';
import { charactersToPay, translate } from './translate/index.js';
import type { Concurrency } from './translate/index.js';
import { TargetFiles, writeLockAfter } from './write/index.js';
import type { UnitFinding } from './units/types.js';
import { addRecords, isFinal, recordsOf, writeRecords } from './records/index.js';
import type { FinishedRun } from './records/index.js';
import { Turns } from './turns.js';

/** Milliseconds of planning between two checks for new answers. */
const PACE = 40;

export interface SyncContext extends Pick<CompareOptions, 'onCompared'> {
  /** A saved plan: do exactly this or refuse. */
  readonly only: SavedPlan | undefined;
}

/** load → compare → plan → translate → write → report. */
export async function sync(
  selection: Selection,
  run: RunContext,
  { only, onCompared }: SyncContext,
): Promise<Report> {
  // A saved plan is checked against everything there is to do, and a warm engine keeps all files in
  // memory: neither works in windows.
  const inWindows = only === undefined && run.parsed === undefined;
  const compare = { isForSending: true, readsGit: true, onCompared, inWindows };
  const compared = await loadAndCompare(selection, run, compare);
  if (compared.loaded.part === 'first') {
    return new WindowedSync(compared, { carryOut, noteRun, onCompared }, run).sync();
  }
  const planning = await planByLanguage(compared, run);
  // One language is sent while the next is planned, unless the totals of all of them must be known
  // first.
  if (only === undefined && run.config.limits.characters === undefined)
    return carryOut(planning, run);
  const whole = await wholePlan(planning, new Turns(run.signal));
  if (only !== undefined) requireSame(savedPlanOf(whole), only);
  return carryOutWhole(whole, run);
}

/** translate → write → report. @throws EngineError 'limit-exceeded' */
export async function carryOutWhole(whole: WholePlan, run: RunContext): Promise<Report> {
  const { totals, batches } = whole.plan;
  const jobs = planOf(whole.jobs);
  const all = totals.characters + jobs.totals.characters;
  const characters = await charactersToPay(all, batches, run);
  checkLimit({ characters, jobs: begunBy(jobs) }, run.config);
  return carryOut(whole, run);
}

/**
 * translate → write → report. Each language starts as soon as it is planned.
 * @param concurrency default: a new one for the config
 */
export async function carryOut(
  planning: Planning,
  run: RunContext,
  concurrency?: Concurrency,
): Promise<Report> {
  const { loaded, segments, checks, jobs } = planning;
  const { root } = run.config;
  const resources = await applyResources(planning, run);
  const termsOf = await glossaryTerms(planning, run);
  if (termsOf !== undefined) checks.expectTerms(termsOf);
  const targets = new TargetFiles({ ...run, root, inputs: loaded.inputs });
  const decided: Decided[] = [];
  const plans = noted(planning, run, ({ files, failures, totals }) => {
    targets.add(files);
    decided.push({ files, failures, totals });
  });
  // The service processes documents while texts are translated.
  const started = await jobs?.start();
  const { outcomes, sent, storeProblems } = await translate(plans, {
    ...run,
    concurrency,
    segments,
    checks,
    languages: languagesToAsk(planning),
    most: (run.config.limits.characters ?? Infinity) - planOf(jobs).totals.characters,
    files: () => [...filesToWrite(planning), LOCK_FILE],
    onSettled: (change, outcome) => targets.settled(change, outcome),
  });
  const plan = decidedIn(decided);
  if (plan.files.some(({ changes }) => changes.length > 0)) noteWriting(run.state);
  run.onEvent({ type: 'phase', name: 'write' });
  const written = await targets.write();
  const finished = await started?.finish();
  if (written.removals.length > 0) {
    run.onEvent({ type: 'removed', isDone: true, removals: written.removals });
  }
  const reached = reachedFiles(plan.files, { ...planning, written });
  const files = inScanOrder(loaded.pairs, reached.files, targetOf);
  const done = { ...planning, plan, files, isCut: reached.isCut };
  const results = resultsOf(done, { outcomes, written });
  const odd = oddAgain(done, results);
  const isRefused = (): boolean => files.some((file) => wasRefused(file, outcomes));
  const lines = linesAfter(resources, isRefused, run);
  const applied = finished === undefined ? lines : jobs?.factsAfter(lines, finished);
  run.onEvent({ type: 'phase', name: 'lock' });
  const lock = writeLockAfter({
    ...done,
    results,
    written,
    odd,
    applied,
    state: run.state,
    known: run.known,
  });
  run.memory.save();
  const isWindow = loaded.part !== undefined;
  if (sent.requests > 0 && !isWindow) run.memory.compact();
  const stateProblems = [...run.memory.problems, ...lock.problems];
  if (finished !== undefined && lock.problems.length === 0) jobs?.close(finished);
  const failure =
    sent.fatal ?? finished?.fatal ?? (run.signal.aborted ? interruptedError() : undefined);
  const problems = [...stateProblems, ...storeProblems, ...reached.problems];
  const error = failure && run.explain(failure);
  const result = { sent, written, shared: outcomes.shared, stateProblems: problems, error };
  run.onEvent({ type: 'phase', name: 'report' });
  const { report: found, tallies } = reportOfRun(done, results, result);
  const whole = finished === undefined ? found : withJobs(found, planOf(jobs), finished);
  const report = withResources(whole, resources.changes, run.config);
  if (report.requests > 0 && !isWindow) noteRun(report, run);
  const after = { ...done, report, tallies, results, written, lockLeft: lock.left };
  if (!isFinal(after)) loaded.inputs.setPassing();
  if (stateProblems.length === 0) rememberFiles(after, run);
  return report;
}

/** Appends the run to the history of what this checkout spent. */
function noteRun(
  { requests, texts, characters, locales }: Report,
  { kept }: Pick<RunContext, 'kept'>,
): void {
  const asked = Object.entries(locales).filter(([, { translated }]) => translated > 0);
  appendRun(kept, {
    time: new Date().toISOString(),
    command: 'sync',
    locales: asked.map(([locale]) => locale),
    ...{ requests, texts, characters },
  });
}

function wasRefused(
  { changes }: FileChanges,
  outcomes: Awaited<ReturnType<typeof translate>>['outcomes'],
): boolean {
  return changes.some((change) => {
    const outcome = outcomes.get(change);
    return outcome?.state === 'failed' && outcome.failure.code === 'service-rejected';
  });
}

/**
 * Inconsistent translations after the run. Only searched for if one of them is settled, because
 * that may be outdated.
 */
function oddAgain(
  { loaded, files }: Pick<FinishedRun, 'loaded' | 'files'>,
  results: FinishedRun['results'],
): readonly UnitFinding[] {
  if (!loaded.lock.settled.includes(' inconsistent ')) return [];
  return inconsistencies(
    files.map(({ file }) => file),
    results,
  );
}

/**
 * Passes each plan to `note`, which keeps its decisions for the report and lets its requests be
 * freed once answered. Yields undefined now and then while planning takes long. An interruption
 * ends it.
 */
function* noted(
  planning: Planning,
  { onEvent, signal }: Pick<RunContext, 'onEvent' | 'signal'>,
  note: (plan: RunPlan) => void,
): Iterable<PlanStep> {
  onEvent({ type: 'phase', name: 'plan' });
  const isWhole = 'plan' in planning;
  let last = performance.now();
  for (const plan of planning.plans) {
    if (signal.aborted && !isWhole) break;
    if (plan === undefined && performance.now() - last < PACE) continue;
    if (plan !== undefined) note(plan);
    onEvent({ type: 'phase', name: 'translate' });
    yield plan;
    onEvent({ type: 'phase', name: 'plan' });
    last = performance.now();
  }
  onEvent({ type: 'phase', name: 'translate' });
}

/** A complete run that was not narrowed is the starting point of the next one. */
function rememberFiles(
  finished: FinishedRun & { readonly report: Report },
  { state }: RunContext,
): void {
  const { inputs, selection } = finished.loaded;
  if (isNarrowedByKeys(selection) || leavesOut(selection)) return;
  if (finished.report.error !== null) return;
  const now = fileSystemNow(state);
  if (now !== undefined) inputs.trustTimes(now);
  const records = recordsOf(finished);
  if (records === undefined) return;
  if (finished.loaded.part === 'next') addRecords(state, records);
  else writeRecords(state, records);
}
