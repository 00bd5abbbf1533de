import type { ResolvedConfig } from '../config/resolved.js';
import { LocaleSyncError } from '../model/index.js';
import type {
  EmptyDecision,
  Improver,
  JobItem,
  LocaleCounts,
  PlanItem,
  Report,
  Selection,
} from '../model/index.js';
import { Stamps } from '../state/index.js';
import { plannedRemovals } from './changes/removals.js';
import type { Loaded } from './load/index.js';
import { digestOf, hashesOf, requireSameFiles } from './plan/index.js';
import type { SavedPlan } from './plan/index.js';
import { namedRequests } from './compared.js';
import type { Compared } from './compared.js';
import { loadAndCompare, withNames } from './load-and-compare.js';
import { defined } from '../config/defined.js';
import type { ResourceAction } from './resources/index.js';
import type { FindingSelection } from './accept.js';
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
import type { Since } from './remembered.js';
import type { Improvements, ImproveSelection } from './improve-sources.js';
import type { TextOptions, TranslatedTexts } from './translate-texts.js';
import { Turns } from './turns.js';

export interface EngineOptions extends SessionOptions {
  /** Where source texts are improved; opened only when something has to be sent. */
  readonly openImprover?: () => Promise<Improver>;
}

/** What a run would do; `apply` carries out just this. */
export interface Plan extends SavedPlan {
  /** Counts what would be done. */
  readonly report: Report;
  /** Every unit that something is done with. */
  readonly items: readonly PlanItem[];
  /** Documents and what is made of recordings, where something is done with them. */
  readonly jobs: readonly JobItem[];
  /** What the empty texts of files mean, where a file decided it. */
  readonly empty: readonly EmptyDecision[];
}

export interface LookOptions {
  /**
   * `recallLast` of the same selection: files that have not changed since are not looked at, where
   * nothing is asked of them. Then `files` and `coverage` are about the others alone.
   */
  readonly since?: Since | undefined;
}

export interface SyncOptions extends LookOptions {
  /** Do exactly this, or refuse if files or config have moved on. */
  readonly only?: SavedPlan;
}

export interface Engine {
  /** load → compare → plan. Needs no key and no network. */
  plan(selection?: Selection, options?: LookOptions): Promise<Plan>;
  /** translate → write, for a plan of this engine. */
  apply(plan: Plan): Promise<Report>;
  /** `plan` and `apply`, alone in the repository: other processes wait. */
  sync(selection?: Selection, options?: SyncOptions): Promise<Report>;
  /** Coverage as it is. */
  status(selection?: Selection): Promise<Report>;
  /** Like `status`, with every open unit as a problem. */
  check(selection?: Selection, options?: LookOptions): Promise<Report>;
  /**
   * Settles open findings of rules, with `reviews` also texts in review, and gives the report of
   * `check` after that, with how many were `accepted`. Sends nothing; writes the lock, and target
   * files that say of a text that it waits for review.
   */
  accept(selection?: FindingSelection): Promise<Report>;
  /** Translates texts of no catalog, as `sync` does those of catalogs. */
  translateTexts(texts: readonly string[], options: TextOptions): Promise<TranslatedTexts>;
  /**
   * Compares glossaries and styles that are files with the service's, and brings one up to the
   * other. `ok`: what was asked for is done, or, of 'show', there is no difference.
   */
  resources(action: ResourceAction): Promise<Report>;
  /** Asks Write about the source texts; applies or dismisses what it suggests. */
  improve(selection?: ImproveSelection): Promise<Improvements>;
  /** Files and folders that the last answer rests on, as they are now. */
  inputs(): Stamps;
  /**
   * True where another run would say the same as the last one, as long as `inputs` stay as they
   * are.
   */
  isFinal(): boolean;
  /**
   * Source and target files of the last answer, those included that do not exist yet or cannot be
   * read.
   */
  files(): readonly CatalogFile[];
  /** The last answer's counts by target file, as the files are. */
  coverage(): readonly FileCoverage[];
  /** Lets go of memory and service. Only a warm engine keeps them beyond a run. */
  close(): Promise<void>;
}

export interface FileCoverage {
  /** Target file, relative to the root, with `/`; it need not exist yet. */
  readonly path: string;
  readonly locale: string;
  readonly counts: LocaleCounts;
}

export interface CatalogFile {
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly locale: string;
  readonly role: 'source' | 'target';
}

/** @param hasWaited for a run that may have changed files */
type Work = (run: RunContext, hasWaited: boolean) => Promise<Report>;

/** Runs wait for each other where the memory is. */
function aloneIn({ kept, signal, onEvent }: Session): Parameters<typeof runAlone>[0] {
  return { state: kept, signal, onEvent };
}

export function createEngine(config: ResolvedConfig, options: EngineOptions): Engine {
  const session = new Session(config, options);
  const plans = new WeakMap<Plan, WholePlan>();
  let last: Compared | undefined;
  const onCompared = (compared: Compared): void => {
    last = compared;
  };

  /** While no other process runs in the repository. */
  const alone = async (work: Work): Promise<Report> => {
    let fresh = true;
    try {
      const report = await runAlone(aloneIn(session), (hasWaited) => {
        last = undefined;
        const run = session.run();
        return work(run, hasWaited).catch((error: unknown) => asReport(last, error, run));
      });
      fresh = report.error !== null || usesNames(last);
      return report;
    } finally {
      await session.endRun({ fresh });
    }
  };

  /** A signal may end it with the service open. */
  const look = async (selection: Selection, view: 'look' | 'plan', options: LookOptions = {}) => {
    const run = session.run();
    try {
      const comparing = { isForSending: false, onCompared, ...options };
      const compared = await loadAndCompare(selection, run, comparing);
      const prepared = await plan(compared, run);
      return { prepared, report: await reported(prepared, view, run) };
    } finally {
      await session.endRun({ fresh: usesNames(last) });
    }
  };

  return {
    plan: async (selection = {}, options = {}) => {
      const looked = await look(selection, 'plan', options);
      const made = await planOf(looked, session);
      plans.set(made, looked.prepared);
      return made;
    },
    apply: (made) =>
      alone(async (run) => {
        const { carryOutWhole } = await import('./sync.js');
        const prepared = plans.get(made);
        if (prepared === undefined) throw new TypeError('apply() takes a plan of the same engine');
        last = prepared;
        const compared = await withNames(prepared, run, onCompared);
        if (compared === prepared) return carryOutWhole(prepared, run);
        const again = await plan(compared, run);
        requireSameFiles(hashesOf(again.files, jobsOf(again.jobs).outputs), made.files);
        return carryOutWhole(again, run);
      }),
    sync: (selection = {}, { only, since } = {}) =>
      alone(async (run, hasWaited) => {
        const { sync } = await import('./sync.js');
        return sync(selection, run, { only, onCompared, since: hasWaited ? undefined : since });
      }),
    status: async (selection = {}) => (await look(selection, 'plan')).report,
    check: async (selection = {}, options = {}) => (await look(selection, 'look', options)).report,
    accept: (selection = {}) =>
      alone(async (run) => {
        const { acceptAll } = await import('./accept.js');
        const runs = { first: run, next: () => session.run() };
        const { accepted, problems } = await acceptAll(selection, runs, onCompared);
        const { report } = await look(withoutFindings(selection), 'look');
        const ok = report.ok && problems.length === 0;
        return { ...report, ok, problems: [...problems, ...report.problems], accepted };
      }),
    translateTexts: (texts, wanted) =>
      besideCatalogs(session, async () => {
        const { translateTexts } = await import('./translate-texts.js');
        return translateTexts(texts, wanted, session.run());
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
    inputs: () => last?.loaded.inputs.settled() ?? Stamps.of([]),
    isFinal: () => last?.loaded.inputs.isFinal ?? false,
    files: () => (last === undefined ? [] : catalogFiles(last.loaded)),
    coverage: () => (last === undefined ? [] : coverageOf(last)),
    close: () => session.close(),
  };
}

/** The files and locales alone. */
function withoutFindings({ locales, files }: FindingSelection): Selection {
  return { ...defined({ locales, files }) };
}

/** Names are resolved again by the next run. */
function usesNames(last: Compared | undefined): boolean {
  return last !== undefined && namedRequests(last).length > 0;
}

// What changes files or asks the service is loaded with the first run that does: most runs look.

/** Alone in the repository, for a run of which nothing is remembered. */
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

/** What improves texts, opened once and closed if it was. */
function opener({ openImprover }: EngineOptions) {
  let opened: Promise<Improver> | undefined;
  return {
    open: (): Promise<Improver> => {
      if (openImprover === undefined) throw new TypeError('the engine has nothing to improve with');
      return (opened ??= openImprover());
    },
    // One that could not be opened has said so already.
    close: async (): Promise<void> => (await opened?.catch(() => undefined))?.close(),
  };
}

/** Says what a run would do. */
async function reported(
  prepared: WholePlan,
  view: 'look' | 'plan',
  run: RunContext,
): Promise<Report> {
  const removals = plannedRemovals(prepared.files);
  if (removals.length > 0) run.onEvent({ type: 'removed', isDone: false, removals });
  const memoryProblems = run.memory.problems;
  const steps = reportOfPlan(prepared, view, { memoryProblems, removals });
  const { report } = await new Turns(run.signal).through(steps);
  const whole = withJobs(report, jobsOf(prepared.jobs), view);
  const { glossaries, styles } = prepared.loaded.resources;
  if (glossaries.size + styles.size === 0) return whole;
  const { plannedResources } = await import('./resources/index.js');
  const planned = plannedResources(prepared, run, (isMeant) => priceOf(isMeant, prepared, run));
  return withResources(whole, planned, run.config);
}

/** What went wrong once files were read is part of what the run has to say. */
function asReport(
  compared: Compared | undefined,
  error: unknown,
  { explain }: Pick<RunContext, 'explain'>,
): Report {
  if (compared === undefined || !(error instanceof LocaleSyncError)) throw error;
  return reportOfFailure(compared, explain(error));
}

function catalogFiles({ config, scan }: Loaded): readonly CatalogFile[] {
  return scan.pairs.flatMap(({ source, targets }) => [
    { path: source, locale: config.source, role: 'source' as const },
    ...targets.map(({ path, locale }) => ({ path, locale, role: 'target' as const })),
  ]);
}

async function planOf(
  { prepared: work, report }: { readonly prepared: WholePlan; readonly report: Report },
  { signal }: Pick<Session, 'signal'>,
): Promise<Plan> {
  const items = planItems({ ...work.plan, files: work.files });
  return {
    selection: work.loaded.selection,
    report,
    items: await new Turns(signal).through(items),
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
