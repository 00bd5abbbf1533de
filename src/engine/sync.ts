import { defined, mayFillLedger, RULES_OF_SEVERAL } from '../model/index.js';
import type { Problem, Report, Selection } from '../model/index.js';
import { appendRun, fileSystemNow, updateNotes } from '../state/index.js';
import { LOCK_FILE } from '../lock/index.js';
import { charactersLeft, checkLimit, hasLimit, withMoney } from './limit.js';
import { addTotals, NO_TOTALS, requireSame } from './plan/index.js';
import type { SavedPlan } from './plan/index.js';
import type { Written } from './units/reporting.js';
import { inScanOrder } from './scan-order.js';
import { applyResources, linesAfter } from './resources/index.js';
import { glossaryTerms } from './glossary-terms.js';
import { filesToWrite, languagesToAsk } from './compared.js';
import { loadAndCompare } from './load-and-compare.js';
import type { CompareOptions } from './load-and-compare.js';
import { planByLanguage, savedPlanOf, targetOf, wholePlan } from './planning.js';
import type { Planning, WholePlan } from './planning.js';
import { begunBy, planOf, withJobs } from './jobs/index.js';
import type { StartedJobs } from './jobs/index.js';
import type { RunContext } from './session/index.js';
import { interruptedError, oddTexts, reportOfRun, withResources } from './report/index.js';
import { charactersToPay, Sending } from './translate/index.js';
import type { Translated } from './translate/index.js';
import { TargetFiles, writeLockAfter } from './write/index.js';
import { decidedRows, wasRejected } from './units/decided.js';
import type { FileComparison, LocaleComparison, PlanTotals, UnitFinding } from './units/row.js';
import { isFinal, recordsOf, writeRecords } from './ledger/index.js';
import type { FinishedRun } from './ledger/index.js';

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
  const compare = { isForSending: true, readsGit: true, onCompared };
  const planning = await planByLanguage(await loadAndCompare(selection, run, compare), run);
  // One language is sent while the next is planned, unless the totals of all of them must be known
  // first.
  if (only === undefined && !hasLimit(run.config)) {
    return carryOut(planning, run);
  }
  const whole = await wholePlan(planning, run.signal);
  if (only !== undefined) requireSame(savedPlanOf(whole), only);
  return carryOutWhole(whole, run);
}

/** translate → write → report. @throws EngineError 'limit-exceeded' */
export async function carryOutWhole(whole: WholePlan, run: RunContext): Promise<Report> {
  const { totals, batches } = whole;
  const jobs = planOf(whole.jobs);
  const most = charactersLeft(run.config, jobs.totals);
  const texts = await charactersToPay(totals.characters, batches, { ...run, most });
  const { characters, minutes } = jobs.totals;
  checkLimit({ characters: texts + characters, minutes, jobs: begunBy(jobs) }, run.config);
  return carryOut(whole, run);
}

/**
 * plan → translate → write → report. One language is sent while the next is planned; files are
 * prepared as their last answers arrive, and put in place together with the lock and the records.
 */
export async function carryOut(planning: Planning, run: RunContext): Promise<Report> {
  const { segments, checks, jobs } = planning;
  const { root } = run.config;
  const resources = await applyResources(planning, run);
  const termsOf = await glossaryTerms(planning, run);
  if (termsOf !== undefined) checks.expectTerms(termsOf);
  const targets = new TargetFiles({ ...run, root, inputs: planning.loaded.inputs });
  const sending = new Sending({
    ...run,
    segments,
    checks,
    most: charactersLeft(run.config, planOf(jobs).totals),
    languages: languagesToAsk(planning),
    files: () => [...filesToWrite(planning), LOCK_FILE],
    onSettled: (row) => targets.settled(row),
  });
  // The service processes documents while texts are translated.
  const started = await jobs?.start();
  let report: Report;
  try {
    const sent = await sendPlans(planning, { targets, sending }, run);
    const translated = await sending.finish();
    const own = { translated, targets, resources, started };
    report = await writeAndReport({ ...planning, ...sent }, own, run);
  } finally {
    await sending.close();
  }
  if (report.requests > 0) noteRun(report, run);
  return withMoney(report, run.config);
}

/** Decisions about files. */
interface Sent {
  readonly files: readonly FileComparison[];
  readonly totals: PlanTotals;
}

/**
 * Makes the plans, one per service language, and sends their requests. An interruption ends it.
 * Their requests are freed once answered; what is decided stays for the report.
 */
async function sendPlans(
  planning: Planning,
  { targets, sending }: { readonly targets: TargetFiles; readonly sending: Sending },
  { onEvent, signal }: Pick<RunContext, 'onEvent' | 'signal'>,
): Promise<Sent> {
  const decided: FileComparison[] = [];
  let all = NO_TOTALS;
  const isWhole = 'totals' in planning;
  onEvent({ type: 'phase', name: 'plan' });
  for (const plan of planning.plans) {
    if (signal.aborted && !isWhole) break;
    onEvent({ type: 'phase', name: 'translate' });
    const { files, totals } = plan;
    targets.add(files);
    for (const file of files) decided.push(file);
    all = addTotals(all, totals);
    await sending.send(plan);
    onEvent({ type: 'phase', name: 'plan' });
  }
  onEvent({ type: 'phase', name: 'translate' });
  return { files: decided, totals: all };
}

interface Ending {
  readonly translated: Translated;
  readonly targets: TargetFiles;
  readonly resources: Awaited<ReturnType<typeof applyResources>>;
  readonly started: StartedJobs | undefined;
}

/** write → report, when the answers have arrived. */
async function writeAndReport(
  planning: Planning & Sent,
  { translated, targets, resources, started }: Ending,
  run: RunContext,
): Promise<Report> {
  const { files: planned, loaded, jobs } = planning;
  const { sent, storeProblems } = translated;
  if (planned.some((file) => decidedRows(file).length > 0)) {
    updateNotes(run.state, { isWriting: true });
  }
  run.onEvent({ type: 'phase', name: 'write' });
  const written = await targets.write(planned);
  const finished = await started?.finish(sent.characters);
  if (written.removals.length > 0) {
    run.onEvent({ type: 'removed', isDone: true, removals: written.removals });
  }
  const reached = reachedFiles(planned, planning.locales, written);
  const files = inScanOrder(loaded.pairs, reached.files, targetOf);
  const done = { ...planning, files, isCut: reached.isCut };
  const odd = oddAgain(done);
  const isRefused = (): boolean => files.some(({ rows }) => rows.some(wasRejected));
  const lines = linesAfter(resources, isRefused, run);
  const applied = finished === undefined ? lines : jobs?.factsAfter(lines, finished);
  run.onEvent({ type: 'phase', name: 'lock' });
  const { state, known } = run;
  const lock = writeLockAfter({ ...done, written, odd, applied, state, known });
  run.memory.save();
  if (sent.requests > 0) run.memory.repair();
  const stateProblems = [...run.memory.problems, ...lock.problems];
  if (finished !== undefined && lock.problems.length === 0) jobs?.close(finished);
  const failure =
    sent.fatal ?? finished?.fatal ?? (run.signal.aborted ? interruptedError() : undefined);
  const problems = [...stateProblems, ...storeProblems, ...reached.problems];
  const error = failure && run.explain(failure);
  const result = { sent, written, stateProblems: problems, error, grades: run.grades };
  run.onEvent({ type: 'phase', name: 'report' });
  const { report: found, tallies } = reportOfRun(done, result);
  const whole = finished === undefined ? found : withJobs(found, planOf(jobs), finished);
  const report = withResources(whole, resources.changes, run.config);
  const after = { ...done, report, tallies, written, lockLeft: lock.left };
  if (!isFinal(after)) loaded.inputs.setPassing();
  if (stateProblems.length === 0) rememberFiles(after, run);
  return report;
}

/** Appends the run to the history of what this checkout spent. */
function noteRun(
  { requests, texts, characters, minutes, locales }: Report,
  { kept }: Pick<RunContext, 'kept'>,
): void {
  const asked = Object.entries(locales).filter(([, { translated }]) => translated > 0);
  appendRun(kept, {
    time: new Date().toISOString(),
    command: 'sync',
    locales: asked.map(([locale]) => locale),
    ...{ requests, texts, characters, ...defined({ minutes }) },
  });
}

/** The target files that a report covers. */
interface Reached {
  readonly files: readonly FileComparison[];
  /** Whether files are missing because the run was interrupted. */
  readonly isCut: boolean;
  readonly problems: readonly Problem[];
}

/**
 * All target files. If the run was interrupted while planning, only those that it wrote: the others
 * have not changed, and counting a great many of them would delay the exit.
 */
function reachedFiles(
  planned: readonly FileComparison[],
  locales: readonly LocaleComparison[],
  { replaced }: Written,
): Reached {
  const compared = locales.reduce((sum, { files }) => sum + files.length, 0);
  if (planned.length >= compared) return { files: planned, isCut: false, problems: [] };
  const files = planned.filter((file) => replaced.has(file));
  const message = `The run was interrupted before it reached ${compared - files.length} target files; their texts are not counted.`;
  const problem = { code: 'service-failed', severity: 'error', message } as const;
  return { files, isCut: true, problems: [problem] };
}

/**
 * Findings about several texts after the run. Only searched for if one of them is settled, because
 * that may be outdated.
 */
function oddAgain({
  loaded,
  files,
}: Pick<FinishedRun, 'loaded' | 'files'>): readonly UnitFinding[] {
  return RULES_OF_SEVERAL.some((rule) => loaded.lock.settled.includes(` ${rule} `))
    ? oddTexts(files)
    : [];
}

/** A complete run that was not narrowed is the starting point of the next one. */
function rememberFiles(
  finished: FinishedRun & { readonly report: Report },
  { state }: RunContext,
): void {
  const { inputs, selection } = finished.loaded;
  if (!mayFillLedger(selection)) return;
  if (finished.report.error !== null) return;
  const now = fileSystemNow(state);
  if (now !== undefined) inputs.trustTimes(now);
  const records = recordsOf(finished);
  if (records !== undefined) writeRecords(state, records);
}
