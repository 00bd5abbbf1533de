import type { Report, Selection } from '../model/index.js';
import { fileSystemNow, LOCK_FILE, noteWriting } from '../state/index.js';
import type { Decided, FileChanges, RunPlan } from './changes/types.js';
import { checkLimit, decidedIn, isNarrowedByKeys, requireSame } from './plan/index.js';
import type { PlanStep, SavedPlan } from './plan/index.js';
import { inScanOrder } from './scan-order.js';
import { applyGlossaries, linesAfter } from './apply-glossaries.js';
import { glossaryTerms } from './glossary-terms.js';
import { filesToWrite, languagesToAsk } from './compared.js';
import type { Compared } from './compared.js';
import { loadAndCompare } from './load-and-compare.js';
import { planByLanguage, savedPlanOf, targetOf, wholePlan } from './planning.js';
import type { Planning, WholePlan } from './planning.js';
import type { RunContext } from './session/index.js';
import {
  inconsistencies,
  interruptedError,
  reportOfRun,
  resultsOf,
  withGlossaries,
} from './report/index.js';
import { translate } from './translate/index.js';
import { TargetFiles, writeLockAfter } from './write/index.js';
import type { UnitFinding } from './units/types.js';
import { isFinal, recordsOf, writeRecords } from './records/index.js';
import type { FinishedRun } from './records/index.js';

/**
 * load → compare → plan → translate → write → report.
 * @param only a saved plan: exactly this is done, or nothing
 * @param onCompared called as soon as it is known what the files are
 */
export async function sync(
  selection: Selection,
  run: RunContext,
  { only, onCompared }: { only: SavedPlan | undefined; onCompared: (compared: Compared) => void },
): Promise<Report> {
  const compared = await loadAndCompare(selection, run, { isForSending: true, onCompared });
  const planning = await planByLanguage(compared, run);
  // One language is sent while the next is planned, unless it has to be known before what all of
  // them come to.
  if (only === undefined && run.config.limits.characters === undefined)
    return carryOut(planning, run);
  const whole = wholePlan(planning);
  if (only !== undefined) requireSame(savedPlanOf(whole), only);
  return carryOutWhole(whole, run);
}

/** translate → write → report. @throws EngineError 'limit-exceeded' */
export function carryOutWhole(whole: WholePlan, run: RunContext): Promise<Report> {
  checkLimit(whole.plan.totals.characters, run.config);
  return carryOut(whole, run);
}

/** translate → write → report, each language as soon as it is planned. */
export async function carryOut(planning: Planning, run: RunContext): Promise<Report> {
  const { loaded, segments, checks } = planning;
  const { root } = run.config;
  const glossaries = await applyGlossaries(planning, run);
  const termsOf = await glossaryTerms(planning, run);
  if (termsOf !== undefined) checks.expectTerms(termsOf);
  const targets = new TargetFiles({ ...run, root, inputs: loaded.inputs });
  const decided: Decided[] = [];
  const plans = noted(planning.plans, ({ files, failures, totals }) => {
    targets.add(files);
    decided.push({ files, failures, totals });
  });
  const { outcomes, sent } = await translate(plans, {
    ...run,
    segments,
    checks,
    languages: languagesToAsk(planning),
    files: () => [...filesToWrite(planning), LOCK_FILE],
    onSettled: (change, outcome) => targets.settled(change, outcome),
  });
  const plan = decidedIn(decided);
  const files = inScanOrder(loaded.pairs, plan.files, targetOf);
  if (files.some(({ changes }) => changes.length > 0)) noteWriting(run.state);
  const written = await targets.write();
  if (written.removals.length > 0) {
    run.onEvent({ type: 'removed', isDone: true, removals: written.removals });
  }
  const done = { ...planning, plan, files };
  const results = resultsOf(done, { outcomes, written });
  const odd = oddAgain(done, results);
  const isRefused = (): boolean => files.some((file) => wasRefused(file, outcomes));
  const applied = linesAfter(glossaries, isRefused, run);
  const lock = writeLockAfter({ ...done, results, written, odd, applied, state: run.state });
  run.memory.save();
  if (sent.requests > 0) run.memory.compact();
  const stateProblems = [...run.memory.problems, ...lock.problems];
  const failure = sent.fatal ?? (run.signal.aborted ? interruptedError() : undefined);
  const result = { sent, written, stateProblems, error: failure && run.explain(failure) };
  const { report: found, tallies } = reportOfRun(done, results, result);
  const report = withGlossaries(found, glossaries.changes);
  const finished = { ...done, report, tallies, results, written, lockLeft: lock.left };
  if (!isFinal(finished)) loaded.inputs.setPassing();
  if (stateProblems.length === 0) rememberFiles(finished, run);
  return report;
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

/** Looked for here only where one of them was settled, which may be out of date. */
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

/** Requests are let go of when they are answered; what was decided is kept for the report. */
function* noted(plans: Iterable<PlanStep>, note: (plan: RunPlan) => void): Iterable<PlanStep> {
  for (const plan of plans) {
    if (plan !== undefined) note(plan);
    yield plan;
  }
}

/** A run that was not narrowed and did all that it wanted is where the next one begins. */
function rememberFiles(
  finished: FinishedRun & { readonly report: Report },
  { state }: RunContext,
): void {
  const { inputs, selection } = finished.loaded;
  const { locales, files } = selection;
  if (isNarrowedByKeys(selection)) return;
  if (locales !== undefined || files !== undefined || finished.report.error !== null) return;
  const now = fileSystemNow(state);
  if (now !== undefined) inputs.trustTimes(now);
  const records = recordsOf(finished);
  if (records !== undefined) writeRecords(state, records);
}
