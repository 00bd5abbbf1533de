import { atOnce, eachInSteps } from '../../model/index.js';
import type { Problem, Removal, Report, ReportError, Steps } from '../../model/index.js';
import type { Loaded } from '../load/index.js';
import type { Choice } from '../plan/index.js';
import type { Change, Decided, FileChanges } from '../changes/types.js';
import type { Translated } from '../translate/index.js';
import { brokenError } from './errors.js';
import { COPIED, isHuman } from '../../state/data.js';
import { knownTexts } from '../units/known-texts.js';
import { overrideHints } from './override-hints.js';
import { idleBaseline } from './idle-baseline.js';
import { inScanOrder } from '../scan-order.js';
import { buildReport, byFile, inconsistencies, withInconsistencies } from './report.js';
import type { FileTally, ReportView, Results, Written } from '../changes/results.js';
import { countsOf, tallyOf } from './tally.js';
import type { LocaleComparison } from '../units/types.js';
import { rememberedProblems, rememberedTallies } from '../records/index.js';
import type { RememberedFiles } from '../records/index.js';

/** A run's plan and its inputs. */
export interface Planned extends Choice {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
  readonly plan: Decided;
  /** In report order. */
  readonly files: readonly FileChanges[];
}

/** A report, and each target file's contribution to it. */
export interface FullReport {
  readonly report: Report;
  readonly tallies: readonly FileTally[];
}

/**
 * The report of what a run would do.
 * @param memoryProblems problems of reading the memory
 * @param removals `plannedRemovals` of its files
 */
export function* reportOfPlan(
  planned: Planned,
  view: Exclude<ReportView, 'run'>,
  { memoryProblems, removals }: LookedAt,
): Steps<FullReport> {
  const { loaded, plan, files } = planned;
  const { requests, texts, characters, reused } = plan.totals;
  const results: Results = {
    view,
    written: new Map(),
    failureOf: (change) => plan.failures.get(change),
    findingsOf: ({ findings }) => findings,
    proposalOf: ({ known }) => known,
    accepts: planned.accepts,
    isMeant: planned.isMeant,
    listsSettled: loaded.selection.settled === true,
  };
  const compared = files.map(({ file }) => file);
  const idle = planned.remembered === undefined ? idleBaseline(loaded, compared) : [];
  const written = files.filter(wouldChange).length;
  return yield* assemble(planned, results, {
    amounts: { requests, texts, characters },
    reused,
    files: { written, unchanged: files.length + rememberedFiles(planned) - written },
    removed: removals.length,
    problems: [...memoryProblems, ...idle],
    error: brokenError(loaded, { done: false }),
  });
}

interface LookedAt {
  readonly memoryProblems: readonly Problem[];
  readonly removals: readonly Removal[];
}

/** Whether a file would change: proposals are shown, not written. */
function wouldChange({ file, changes }: FileChanges): boolean {
  return file.obsolete.length > 0 || changes.some(({ action }) => action !== 'propose');
}

export interface RunResult extends Pick<Translated, 'sent' | 'outcomes'> {
  readonly written: Written;
  /** Problems of the lock, the memory and the shared store. */
  readonly stateProblems: readonly Problem[];
  /** The error that ended the run early. */
  readonly error: ReportError | undefined;
}

/** The results of a run's changes. */
export function resultsOf(
  { plan, accepts, isMeant }: Planned,
  { outcomes, written }: Pick<Translated, 'outcomes'> & Pick<RunResult, 'written'>,
): Results {
  return {
    view: 'run',
    written: written.texts,
    failureOf: (change) => {
      const outcome = outcomes.get(change);
      const unanswered = outcome?.state === 'failed' ? outcome.failure : undefined;
      return written.failures.get(change) ?? unanswered ?? plan.failures.get(change);
    },
    findingsOf: (change) => {
      const outcome = outcomes.get(change);
      return (outcome?.state === 'translated' ? outcome.findings : undefined) ?? change.findings;
    },
    proposalOf: (change) => {
      const outcome = outcomes.get(change);
      return change.known ?? (outcome?.state === 'translated' ? outcome : undefined);
    },
    isShared: (change) => outcomes.isShared(change),
    accepts,
    isMeant,
  };
}

/** The report of what a run did. */
export function reportOfRun(planned: Planned, results: Results, run: RunResult): FullReport {
  const { loaded, plan, files } = planned;
  const { sent, outcomes, written, stateProblems, error } = run;
  const { requests, texts, characters } = sent;
  const isDone = (change: Change): boolean =>
    written.texts.has(change) ||
    (change.action === 'propose' && results.proposalOf(change) !== undefined);
  // A change that shares a text that did not arrive has none.
  const repeated = files.flatMap((file) => file.changes.filter(isRepeated));
  const duplicates = repeated.filter(isDone).length;
  const report = assemble(planned, results, {
    amounts: { requests, texts, characters },
    reused: { ...withShared(plan.totals.reused, files, outcomes), duplicates },
    files: {
      written: written.files.written,
      unchanged: written.files.unchanged + rememberedFiles(planned),
    },
    removed: written.removals.length,
    problems: [...stateProblems, ...written.problems],
    error: error ?? brokenError(loaded, { done: files.length + rememberedFiles(planned) > 0 }),
  });
  return atOnce(report);
}

/** Counts texts from the shared store as reused from the memory. */
export function withShared(
  reused: Report['reused'],
  files: readonly FileChanges[],
  outcomes: Translated['outcomes'],
): Report['reused'] {
  let { memory } = reused;
  for (const { changes } of files) {
    for (const change of changes) {
      const { action, reuse } = change;
      if (action !== 'propose' && reuse === undefined && outcomes.isShared(change)) memory += 1;
    }
  }
  return { ...reused, memory };
}

function isRepeated({ reuse }: Change): boolean {
  return reuse === 'duplicate';
}

interface Rest extends Pick<Report, 'reused' | 'files' | 'removed'> {
  readonly amounts: Pick<Report, 'requests' | 'texts' | 'characters'>;
  readonly problems: readonly Problem[];
  readonly error: ReportError | undefined;
}

/** Yields after each file. */
function* assemble(planned: Planned, results: Results, rest: Rest): Steps<FullReport> {
  const { loaded, files } = planned;
  const looked = yield* eachInSteps(files, (one) => tallyOf(one, results));
  const tallies = talliesInOrder(loaded, [...looked, ...rememberedTallies(planned)]);
  const compared = files.map(({ file }) => file);
  const report = buildReport({
    ...rest,
    tallies,
    problems: [
      ...loaded.problems,
      ...loaded.archive.problems,
      ...rememberedProblems(planned),
      ...rest.problems,
    ],
  });
  const odd = inconsistencies(compared, results);
  const whole = withInconsistencies(report, odd, results);
  const hints = hintsFor(loaded, report.locales, results.view);
  return { report: { ...whole, problems: byFile([...whole.problems, ...hints]) }, tallies };
}

/** Hints that need all texts of a locale, before anything is translated. */
function hintsFor(
  { config, selection, lock }: Loaded,
  locales: Report['locales'],
  view: ReportView,
): readonly Problem[] {
  const isPart = Object.values(selection).some((one) => one !== undefined);
  if (view === 'run' || isPart) return [];
  const isTranslated = (locale: string): boolean => {
    for (const facts of lock.facts.values()) {
      const known = knownTexts(facts, locale);
      if (known.some(({ origin }) => !isHuman(origin) && origin !== COPIED)) return true;
    }
    return false;
  };
  return overrideHints({ ...config, locales, isTranslated });
}

/** Number of target files that were not read. */
function rememberedFiles({ loaded }: Pick<Planned, 'loaded'>): number {
  return loaded.remembered.reduce((sum, { targets }) => sum + targets.length, 0);
}

/** Compared files, in scan order. */
export interface ComparedFiles {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
  readonly locales: readonly LocaleComparison[];
}

/** The report of a run that ended before anything was done. */
export function reportOfFailure(compared: ComparedFiles, error: ReportError): Report {
  const { loaded, locales } = compared;
  const results = resultsNow('run');
  const looked = filesAsTheyAre(locales).map((one) => tallyOf(one, results));
  const tallies = talliesInOrder(loaded, [...looked, ...rememberedTallies(compared)]);
  const files = new Set(tallies.map(({ path }) => path)).size;
  return buildReport({
    tallies,
    amounts: { requests: 0, texts: 0, characters: 0 },
    reused: { repository: 0, memory: 0, duplicates: 0 },
    files: { written: 0, unchanged: files },
    removed: 0,
    problems: [...compared.loaded.problems, ...rememberedProblems(compared)],
    error,
  });
}

/** Current counts by target file. */
export function coverageOf(
  compared: ComparedFiles,
): readonly Omit<FileTally, 'problems' | 'settled'>[] {
  const { loaded, locales } = compared;
  const results = resultsNow('look');
  const looked = filesAsTheyAre(locales).map((one) => {
    const { path, locale } = one.file.target;
    return { path, locale, counts: countsOf(one, results) };
  });
  const remembered = rememberedTallies(compared).map(({ path, locale, counts }) => {
    return { path, locale, counts };
  });
  return talliesInOrder(loaded, [...looked, ...remembered]);
}

function filesAsTheyAre(locales: ComparedFiles['locales']): readonly FileChanges[] {
  return locales.flatMap(({ files }) => files.map((file) => ({ file, changes: [] })));
}

/** Results if nothing was done. */
function resultsNow(view: ReportView): Results {
  return {
    view,
    written: new Map(),
    failureOf: () => undefined,
    findingsOf: ({ findings }) => findings,
    proposalOf: () => undefined,
    accepts: () => false,
    isMeant: () => true,
  };
}

function talliesInOrder<Tally extends Pick<FileTally, 'path' | 'locale'>>(
  { scan }: Loaded,
  tallies: readonly Tally[],
): readonly Tally[] {
  return inScanOrder(scan.pairs, tallies, (tally) => tally);
}
