import type { ResolvedCatalog, ResolvedConfig } from '../config/index.js';
import { LocaleSyncError, defined, leavesOut } from '../model/index.js';
import type {
  EmptyDecision,
  Explanation,
  Improver,
  JobItem,
  LocaleCounts,
  PlanItem,
  Report,
  Selection,
} from '../model/index.js';
import { isUnchanged, stampFile, Stamps } from '../state/index.js';
import type { Stamp } from '../state/index.js';
import { plannedRemovals } from './units/removals.js';
import type { Loaded } from './load/index.js';
import { digestOf, hashesOf, requireSameFiles } from './plan/index.js';
import type { SavedPlan } from './plan/index.js';
import { namedRequests } from './compared.js';
import { withTextsOfGit } from './git-texts.js';
import type { Compared } from './compared.js';
import { loadAndCompare, withNames } from './load-and-compare.js';
import type { ResourceAction } from './resources/index.js';
import type { FindingSelection } from './accept.js';
import type { NamedUnits } from './named-units.js';
import { withMoney } from './limit.js';
import { plan, priceOf } from './planning.js';
import type { WholePlan } from './planning.js';
import {
  coverageOf,
  emptyDecisions,
  planItems,
  reportOfFailure,
  reportOfPlan,
  withResources,
} from './report/index.js';
import { jobItems, planOf as jobsOf, withJobs } from './jobs/index.js';
import { runAlone, Session } from './session/index.js';
import type { RunContext, SessionOptions } from './session/index.js';
import type { Improvements, ImproveSelection } from './improve-sources.js';
import type { KnownPair, MatchedPairs } from './entries-for.js';
import type { TextOptions, TranslatedTexts } from './translate-texts.js';
import { keyMatcher } from './units/key-glob.js';
import type { FileComparison } from './units/row.js';
import type { Leaving } from './write/index.js';

export interface EngineOptions extends SessionOptions {
  /** Opens what improves source texts. Called only when something has to be sent. */
  readonly openImprover?: () => Promise<Improver>;
}

/** What a run would do. `apply` carries out exactly this. */
export interface Plan extends SavedPlan {
  /** Counts of what would be done. */
  readonly report: Report;
  /** Every unit that the run would change. */
  readonly items: readonly PlanItem[];
  /** Documents and outputs of recordings that the run would change. */
  readonly jobs: readonly JobItem[];
  /** How the files' empty texts are interpreted, where a file decides it. */
  readonly empty: readonly EmptyDecision[];
}

export interface SyncOptions {
  /** Does exactly this plan; refuses if files or config have changed since. */
  readonly only?: SavedPlan;
  /** What `leaving` said of these keys before they left the source: their texts are removed. */
  readonly leaving?: Leaving;
  /** Whether the report has `trust`, of the texts that were written. Default: false. */
  readonly trust?: boolean;
}

export interface Engine {
  /** load → compare → plan. Needs no key and no network. */
  plan(selection?: Selection): Promise<Plan>;
  /** translate → write, for a plan made by this engine. */
  apply(plan: Plan): Promise<Report>;
  /** `plan` and `apply` while no other process runs in the repository. */
  sync(selection?: Selection, options?: SyncOptions): Promise<Report>;
  /**
   * What targets have of keys that are about to leave the source: for a `sync` afterwards, when
   * nothing else shows whose texts these are if there is no lock.
   */
  leaving(selection: Required<Pick<Selection, 'files' | 'keys'>>): Promise<Leaving>;
  /** The current coverage. */
  status(selection?: Selection): Promise<Report>;
  /** Like `status`, with every open unit as a problem. */
  check(selection?: Selection): Promise<Report>;
  /**
   * Settles open findings of rules and, with `reviews`, texts in review. Returns the report of a
   * `check` afterwards, with the number `accepted`. Sends nothing. Writes the lock, and target
   * files that store a review state.
   */
  accept(selection?: FindingSelection): Promise<Report>;
  /** Why units are as they are, and what `sync` would do with them. Needs no key and no network. */
  explain(units: NamedUnits): Promise<readonly Explanation[]>;
  /** Translates texts that are in no catalog, in the same way as `sync`. */
  translateTexts(texts: readonly string[], options: TextOptions): Promise<TranslatedTexts>;
  /**
   * What of known translations a `sync` would request otherwise: as entries for the memory. Writes
   * nothing.
   */
  entriesFor(pairs: Iterable<KnownPair>): Promise<MatchedPairs>;
  /**
   * Compares glossary and style files with the service's copies, and updates one side. `ok`: the
   * action is done or, for 'show', there is no difference.
   */
  resources(action: ResourceAction): Promise<Report>;
  /** Requests improvements of the source texts from Write; applies or dismisses them. */
  improve(selection?: ImproveSelection): Promise<Improvements>;
  /** Current stamps of the files and folders that the last answer depends on. */
  inputs(): Stamps;
  /**
   * Whether another run would give the same answer as the last one while `inputs` and the config are
   * unchanged.
   */
  isFinal(): boolean;
  /**
   * Source and target files of the last answer, including those that do not exist yet or cannot be
   * read.
   */
  files(): readonly CatalogFile[];
  /** Counts of the last answer per target file, as the files are now. */
  coverage(): readonly FileCoverage[];
  /** The rows that the last answer was made from, of all files that it compared. */
  rows(): readonly FileComparison[];
  /** Closes memory and service. Only a warm engine keeps them open between runs. */
  close(): Promise<void>;
}

export interface FileCoverage {
  /** Target file, relative to the root, with `/`. It may not exist yet. */
  readonly path: string;
  readonly locale: string;
  readonly counts: LocaleCounts;
}

export interface CatalogFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly locale: string;
  readonly role: 'source' | 'target';
  /** The config's entry that it belongs to. */
  readonly catalog: ResolvedCatalog;
}

type Work = (run: RunContext) => Promise<Report>;

/** Runs wait for each other on the lock beside the memory. */
function aloneIn({ kept, signal, onEvent }: Session): Parameters<typeof runAlone>[0] {
  return { state: kept, signal, onEvent };
}

export function createEngine(config: ResolvedConfig, options: EngineOptions): Engine {
  const session = new Session(config, options);
  const plans = new WeakMap<Plan, WholePlan>();
  // An answer is one for the config as it was read, which somebody may edit during the run.
  const configAsRead = stampIfFile(config.file);
  let last: Compared | undefined;
  const onCompared = (compared: Compared): void => {
    last = compared;
  };

  /** Runs `work` while no other process runs in the repository. */
  const alone = async (work: Work): Promise<Report> => {
    let fresh = true;
    try {
      const report = await runAlone(aloneIn(session), () => {
        last = undefined;
        const run = session.run();
        return work(run).catch((error: unknown) => asReport(last, error, run));
      });
      fresh = report.error !== null || usesNames(last);
      return report;
    } finally {
      await session.endRun({ fresh });
    }
  };

  /** A signal may end it while the service is open. */
  const look = async (selection: Selection, view: 'look' | 'plan', readsGit = false) => {
    const run = session.run();
    try {
      const comparing = { isForSending: false, onCompared, readsGit };
      const compared = await loadAndCompare(selection, run, comparing);
      const prepared = await plan(compared, run);
      const report = withMoney(await reported(prepared, view, run), run.config);
      if (!readsGit || run.config.improve === undefined || leavesOut(selection)) {
        return { prepared, report };
      }
      const { openImprovements } = await import('./improve-sources.js');
      const open = await openImprovements(run);
      return { prepared, report: { ...report, ...(open.texts > 0 && { improve: open }) } };
    } finally {
      await session.endRun({ fresh: usesNames(last) });
    }
  };

  return {
    plan: async (selection = {}) => {
      const looked = await look(selection, 'plan', true);
      const made = planOf(looked);
      plans.set(made, looked.prepared);
      return made;
    },
    apply: (made) =>
      alone(async (run) => {
        const { carryOutWhole } = await import('./sync.js');
        const prepared = plans.get(made);
        if (prepared === undefined) throw new TypeError('apply() needs a plan of the same engine');
        last = prepared;
        const compared = await withNames(prepared, run, onCompared);
        if (compared === prepared) return carryOutWhole(prepared, run);
        const again = await plan(await withTextsOfGit(compared, run), run);
        requireSameFiles(hashesOf(again.files, jobsOf(again.jobs).outputs), made.files);
        return carryOutWhole(again, run);
      }),
    sync: (selection = {}, { only, leaving, trust: grades } = {}) =>
      alone(async (run) => {
        const { sync } = await import('./sync.js');
        const narrowed = leaving === undefined ? selection : { ...selection, keys: leaving.keys };
        return sync(narrowed, { ...run, known: leaving?.facts, grades }, { only, onCompared });
      }),
    leaving: async (selection) => {
      const { leavingUnits } = await import('./write/index.js');
      const comparing = { isForSending: false, onCompared };
      const { loaded, locales } = await loadAndCompare(selection, session.run(), comparing);
      const files = locales.flatMap((locale) => locale.files);
      return leavingUnits(files, loaded.lock, keyMatcher(selection.keys));
    },
    status: async (selection = {}) => (await look(selection, 'plan')).report,
    check: async (selection = {}) => (await look(selection, 'look')).report,
    accept: (selection = {}) =>
      alone(async (run) => {
        const { acceptAll } = await import('./accept.js');
        const runs = { first: run, next: () => session.run() };
        const { accepted, problems } = await acceptAll(selection, runs, onCompared);
        const { report } = await look(withoutFindings(selection), 'look');
        const ok = report.ok && problems.length === 0;
        return { ...report, ok, problems: [...problems, ...report.problems], accepted };
      }),
    explain: async (units) => {
      try {
        const { explainUnits } = await import('./explain.js');
        return await explainUnits(units, session.run(), onCompared);
      } finally {
        await session.endRun({ fresh: usesNames(last) });
      }
    },
    translateTexts: (texts, wanted) =>
      besideCatalogs(session, async () => {
        const { translateTexts } = await import('./translate-texts.js');
        return translateTexts(texts, wanted, session.run());
      }),
    entriesFor: (pairs) =>
      besideCatalogs(session, async () => {
        const { entriesFor } = await import('./entries-for.js');
        return entriesFor(pairs, session.run());
      }),
    improve: (selection = {}) =>
      besideCatalogs(session, () => improve(selection, session, options)),
    resources: async (action) => {
      const { resources } = await import('./resources/index.js');
      if (action.do !== 'show') return alone((run) => resources(action, run));
      try {
        return await resources(action, session.run());
      } finally {
        await session.endRun({ fresh: true });
      }
    },
    inputs: () => last?.loaded.inputs.settled() ?? new Stamps([]),
    isFinal: () =>
      last?.loaded.inputs.isFinal === true &&
      configAsRead !== undefined &&
      isUnchanged(configAsRead),
    files: () => (last === undefined ? [] : catalogFiles(last.loaded)),
    coverage: () => (last === undefined ? [] : coverageOf(last)),
    rows: () => last?.locales.flatMap(({ files }) => files) ?? [],
    close: () => session.close(),
  };
}

/** Undefined if nobody can read it: a config may be about to be written there. */
function stampIfFile(path: string): Stamp | undefined {
  try {
    return stampFile(path);
  } catch {
    return undefined;
  }
}

/** Only the files and locales. */
function withoutFindings({ locales, files }: FindingSelection): Selection {
  return { ...defined({ locales, files }) };
}

/** Whether the next run resolves names again. */
function usesNames(last: Compared | undefined): boolean {
  return last !== undefined && namedRequests(last).length > 0;
}

// Code that changes files or calls the service is loaded on first use: most runs only look.

/** Runs `work` alone in the repository, without anything remembered. */
async function besideCatalogs<Result>(
  session: Session,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await runAlone(session, work);
  } finally {
    await session.endRun({ fresh: true });
  }
}

async function improve(
  selection: ImproveSelection,
  session: Session,
  options: EngineOptions,
): Promise<Improvements> {
  const { improveSources } = await import('./improve-sources.js');
  const service = opener(options);
  try {
    return await improveSources(selection, { ...session.run(), openImprover: service.open });
  } finally {
    await service.close();
  }
}

/** Opens the improver once, and closes it if it was opened. */
function opener({ openImprover }: EngineOptions) {
  let opened: Promise<Improver> | undefined;
  return {
    open: (): Promise<Improver> => {
      if (openImprover === undefined)
        throw new TypeError('the translator of this engine cannot improve texts');
      return (opened ??= openImprover());
    },
    // If it could not be opened, that was already reported.
    close: async (): Promise<void> => (await opened?.catch(() => undefined))?.close(),
  };
}

/** The report of what a run would do. */
async function reported(
  prepared: WholePlan,
  view: 'look' | 'plan',
  run: RunContext,
): Promise<Report> {
  const removals = plannedRemovals(prepared.files);
  if (removals.length > 0) run.onEvent({ type: 'removed', isDone: false, removals });
  const memoryProblems = run.memory.problems;
  const { report } = reportOfPlan(prepared, view, { memoryProblems, removals });
  const whole = withJobs(report, jobsOf(prepared.jobs), view);
  const { glossaries, styles } = prepared.loaded.resources;
  if (glossaries.size + styles.size === 0) return whole;
  const { plannedResources } = await import('./resources/index.js');
  const planned = plannedResources(prepared, run, (isMeant) => priceOf(isMeant, prepared, run));
  return withResources(whole, planned, run.config);
}

/** An error after files were read becomes part of the run's report. */
function asReport(
  compared: Compared | undefined,
  error: unknown,
  { explain }: Pick<RunContext, 'explain'>,
): Report {
  if (compared === undefined || !(error instanceof LocaleSyncError)) throw error;
  return reportOfFailure(compared, explain(error));
}

function catalogFiles({ config, scan }: Loaded): readonly CatalogFile[] {
  return scan.pairs.flatMap(({ catalog, source, targets }) => [
    { path: source, locale: config.source, role: 'source' as const, catalog },
    ...targets.map(({ path, locale }) => ({ path, locale, role: 'target' as const, catalog })),
  ]);
}

function planOf({
  prepared: work,
  report,
}: {
  readonly prepared: WholePlan;
  readonly report: Report;
}): Plan {
  return {
    selection: work.loaded.selection,
    report,
    items: planItems(work),
    get jobs() {
      return jobItems(jobsOf(work.jobs));
    },
    get empty() {
      return emptyDecisions(work.files);
    },
    get files() {
      return hashesOf(work.files, jobsOf(work.jobs).outputs);
    },
    get digest() {
      return digestOf(work.files, jobsOf(work.jobs).outputs);
    },
  };
}
