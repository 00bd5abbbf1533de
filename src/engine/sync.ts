import { defined, LocaleSyncError, mayFillLedger, RULES_OF_SEVERAL } from '../model/index.js';
import type { Problem, Report, Selection, LocaleCounts } from '../model/index.js';
import { appendRun, fileSystemNow, updateNotes } from '../state/index.js';
import { LOCK_FILE } from '../lock/index.js';
import { charactersLeft, checkLimit, withMoney } from './limit.js';
import { hasLimit, loadLock } from './load/index.js';
import type { FilePair } from './load/index.js';
import { addTotals, NO_TOTALS, requireSame } from './plan/index.js';
import type { SavedPlan } from './plan/index.js';
import type { Written } from './units/reporting.js';
import { inScanOrder } from './scan-order.js';
import { applyResources, linesAfter } from './resources/index.js';
import { glossaryTerms } from './glossary-terms.js';
import { filesToWrite, languagesToAsk } from './compared.js';
import type { Compared } from './compared.js';
import { compareNext, loadAndCompare } from './load-and-compare.js';
import type { CompareOptions } from './load-and-compare.js';
import { planByLanguage, savedPlanOf, targetOf, wholePlan } from './planning.js';
import type { Planning, WholePlan } from './planning.js';
import { begunBy, planOf, withJobs } from './jobs/index.js';
import type { StartedJobs } from './jobs/index.js';
import type { RunContext } from './session/index.js';
import {
  interruptedError,
  leastFirst,
  oddTexts,
  reportOfRun,
  withResources,
} from './report/index.js';
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
  // A saved plan is checked against everything there is to do, and a warm engine keeps all files in
  // memory: neither works in pieces.
  const inPieces = only === undefined && run.parsed === undefined;
  const compare = { isForSending: true, readsGit: true, onCompared, inPieces };
  const planning = await planByLanguage(await loadAndCompare(selection, run, compare), run);
  // One language is sent while the next is planned, unless the totals of all of them must be known
  // first.
  if (only === undefined && !hasLimit(run.config)) {
    return carryOut(planning, run, onCompared);
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
 * plan → translate → write → report, piece by piece if the run has several. Full requests leave at
 * once; one that is not full waits for texts of the next piece, and so do the files that need it.
 * Each piece is written together with the lock and the records, so that an interruption never loses
 * it, and only its report stays in memory.
 * @param onCompared called with each piece after the first
 */
export async function carryOut(
  first: Planning,
  run: RunContext,
  onCompared: CompareOptions['onCompared'] = () => undefined,
): Promise<Report> {
  let piece = first;
  const { segments, checks, jobs } = piece;
  const { root } = run.config;
  const resources = await applyResources(piece, run);
  const termsOf = await glossaryTerms(piece, run);
  if (termsOf !== undefined) checks.expectTerms(termsOf);
  const targets = new TargetFiles({ ...run, root, inputs: piece.loaded.inputs });
  const sending = new Sending({
    ...run,
    segments,
    checks,
    most: charactersLeft(run.config, planOf(jobs).totals),
    files: () => [...filesToWrite(piece), LOCK_FILE],
    onSettled: (row) => targets.settled(row),
    onEvent: (event) => {
      // While files are left, nobody knows that all texts are done.
      const isAll = event.type === 'translating' && event.texts.done >= event.texts.total;
      if (!isAll || piece.loaded.later.length === 0) run.onEvent(event);
    },
  });
  // The service processes documents while texts are translated.
  const started = await jobs?.start();
  let held: readonly FileComparison[] = [];
  let report: Report | undefined;
  let failure: LocaleSyncError | undefined;
  try {
    for (;;) {
      sending.expect(languagesToAsk(piece));
      const sent = await sendPlans(piece, { targets, sending }, run);
      // The next files are loaded and compared while answers are under way.
      let next: Compared | undefined;
      if (piece.loaded.later.length > 0 && !sending.isStopped) {
        try {
          next = await compareNext(piece, run);
          await sending.answered();
        } catch (error) {
          // This piece is written nevertheless.
          if (!(error instanceof LocaleSyncError)) throw error;
          failure = error;
        }
      }
      const isLast = next === undefined || sending.isStopped;
      const translated = await (isLast ? sending.finish() : sending.answered());

      const planned = [...held, ...sent.files];
      const open = new Set<FilePair>();
      if (!isLast) for (const file of planned) if (targets.isOpen(file)) open.add(file.pair);
      const done = withoutPairs({ ...piece, ...sent, files: planned }, open);
      const own = { translated, targets, resources, started };
      const which = { isFirst: report === undefined, isLast };
      const found = await writeAndReport(done, { ...own, ...which }, run);
      report = report === undefined ? found : joinReports(report, found);
      if (isLast || next === undefined) break;

      held = planned.filter(({ pair }) => open.has(pair));
      sending.forget();
      run.memory.release();
      // It was compared before this piece wrote the lock.
      const lock = loadLock(run.config, next.loaded.inputs);
      const compared = { ...next, loaded: { ...next.loaded, ...lock } };
      onCompared(compared);
      const before = { segments, checks, unsent: sending.unsent };
      piece = withHeld(await planByLanguage(compared, run, before), held);
    }
  } catch (error) {
    if (report === undefined || !(error instanceof LocaleSyncError)) throw error;
    failure = error;
  } finally {
    await sending.close();
  }
  if (report.requests > 0) noteRun(report, run);
  report = withMoney(report, run.config);
  return failure === undefined && piece.loaded.later.length === 0
    ? report
    : endedEarly(report, { left: piece.loaded.later.length, failure }, run);
}

/** A piece with files of earlier ones. */
function withHeld(piece: Planning, held: readonly FileComparison[]): Planning {
  const { loaded, locales } = piece;
  const pairs = new Set(held.map(({ pair }) => pair));
  const own = held.map((file): LocaleComparison => {
    return { locale: file.target.locale, files: [file], loose: [], orphans: [] };
  });
  return {
    ...piece,
    loaded: { ...loaded, pairs: [...pairs, ...loaded.pairs] },
    locales: [...locales, ...own],
  };
}

/** A piece without files that wait for the next one. */
function withoutPairs<Piece extends Planned>(piece: Piece, open: ReadonlySet<FilePair>): Piece {
  if (open.size === 0) return piece;
  const { loaded, locales, files } = piece;
  return {
    ...piece,
    loaded: { ...loaded, pairs: loaded.pairs.filter((pair) => !open.has(pair)) },
    locales: locales.map((locale) => {
      return { ...locale, files: locale.files.filter(({ pair }) => !open.has(pair)) };
    }),
    files: files.filter(({ pair }) => !open.has(pair)),
  };
}

/** A piece with the decisions about its files. */
interface Planned extends Planning, Sent {}

interface Sent {
  readonly files: readonly FileComparison[];
  readonly totals: PlanTotals;
}

/** The report of a run that ended before it came to all of its pieces. */
function endedEarly(
  report: Report,
  { left, failure }: { readonly left: number; readonly failure: LocaleSyncError | undefined },
  { signal, explain }: Pick<RunContext, 'signal' | 'explain'>,
): Report {
  const message = `The run ended before it reached ${left} source files; their texts are not counted.`;
  const problem = { code: 'service-failed', severity: 'error', message } as const;
  const found = withProblems(report, left === 0 ? [] : [problem]);
  // An interruption while the next piece was loaded does not concern those before it.
  const error = signal.aborted ? interruptedError() : failure;
  if (error === undefined || found.error !== null) return found;
  return { ...found, ok: false, error: explain(error) };
}

/**
 * Makes the plans of a piece, one per service language, and sends their requests. An interruption
 * ends it. Their requests are freed once answered; what is decided stays for the report.
 */
async function sendPlans(
  piece: Planning,
  { targets, sending }: { readonly targets: TargetFiles; readonly sending: Sending },
  { onEvent, signal }: Pick<RunContext, 'onEvent' | 'signal'>,
): Promise<Sent> {
  const isLast = piece.loaded.later.length === 0;
  const decided: FileComparison[] = [];
  let all = NO_TOTALS;
  const isWhole = 'totals' in piece;
  onEvent({ type: 'phase', name: 'plan' });
  for (const plan of piece.plans) {
    if (signal.aborted && !isWhole) break;
    onEvent({ type: 'phase', name: 'translate' });
    const { files, totals } = plan;
    targets.add(files);
    for (const file of files) decided.push(file);
    all = addTotals(all, totals);
    await sending.send(plan, { isLast });
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
  /** Whether it is the first piece of the run, or the last one. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** write → report, for a piece whose answers have arrived. */
async function writeAndReport(
  piece: Planned,
  { translated, targets, resources, started, isFirst, isLast }: Ending,
  run: RunContext,
): Promise<Report> {
  const { files: planned, loaded, jobs } = piece;
  const { sent, storeProblems } = translated;
  if (planned.some((file) => decidedRows(file).length > 0)) {
    updateNotes(run.state, { isWriting: true });
  }
  run.onEvent({ type: 'phase', name: 'write' });
  const written = await targets.write(planned);
  const finished = isLast ? await started?.finish(sent.characters) : undefined;
  if (written.removals.length > 0) {
    run.onEvent({ type: 'removed', isDone: true, removals: written.removals });
  }
  const reached = reachedFiles(planned, piece.locales, written);
  const files = inScanOrder(loaded.pairs, reached.files, targetOf);
  const done = { ...piece, files, isCut: reached.isCut };
  const odd = oddAgain(done);
  const isRefused = (): boolean => files.some(({ rows }) => rows.some(wasRejected));
  const lines = linesAfter(resources, isRefused, run);
  const applied = finished === undefined ? lines : jobs?.factsAfter(lines, finished);
  run.onEvent({ type: 'phase', name: 'lock' });
  const { state, known } = run;
  const lock = writeLockAfter({ ...done, written, odd, applied, state, known });
  run.memory.save();
  if (isLast && sent.requests > 0) run.memory.repair();
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
  if (stateProblems.length === 0) rememberFiles(after, { isFirst }, run);
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
  { isFirst }: { readonly isFirst: boolean },
  { state }: RunContext,
): void {
  const { inputs, selection } = finished.loaded;
  if (!mayFillLedger(selection)) return;
  if (finished.report.error !== null) return;
  const now = fileSystemNow(state);
  if (now !== undefined) inputs.trustTimes(now);
  const records = recordsOf(finished);
  if (records !== undefined) writeRecords(state, records, { isFirst });
}

/** Merges the reports of two pieces of a run into one; `b` has the totals of both. Pure. */
function joinReports(a: Report, b: Report): Report {
  const { problems } = withProblems(a, b.problems);
  return {
    ...b,
    ok: a.ok && b.ok,
    reused: added(a.reused, b.reused),
    files: added(a.files, b.files),
    removed: a.removed + b.removed,
    locales: joinLocales(a.locales, b.locales),
    settled: a.settled + b.settled,
    problems,
    ...defined({ trust: leastFirst([a, b]) }),
    error: b.error ?? a.error,
  };
}

/** Adds the problems that the report does not have yet: every piece finds some of them again. */
function withProblems(report: Report, problems: readonly Problem[]): Report {
  const known = new Set(report.problems.map(idOf));
  const others = problems.filter((one) => !known.has(idOf(one)));
  if (others.length === 0) return report;
  const isFine = others.every(({ severity }) => severity !== 'error');
  return { ...report, ok: report.ok && isFine, problems: [...report.problems, ...others] };
}

function joinLocales(a: Report['locales'], b: Report['locales']): Report['locales'] {
  const locales: Record<string, LocaleCounts> = { ...a };
  for (const [locale, counts] of Object.entries(b)) {
    const before = locales[locale];
    locales[locale] = before === undefined ? counts : added(before, counts);
  }
  return locales;
}

/** Adds two objects of counts; a number missing on one side counts as 0. */
function added<Counts extends object>(a: Counts, b: Counts): Counts {
  const sums = new Map<string, number>(Object.entries(a));
  for (const [name, count] of Object.entries(b) as [string, number][]) {
    sums.set(name, (sums.get(name) ?? 0) + count);
  }
  return Object.fromEntries(sums) as Counts;
}

function idOf(problem: Problem): string {
  return JSON.stringify(problem);
}
