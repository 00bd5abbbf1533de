import type { ResolvedConfig } from '../config/resolved.js';
import { LocaleSyncError } from '../model/index.js';
import type { LocaleCounts, PlanItem, Report, Selection } from '../model/index.js';
import type { Stamp } from '../state/index.js';
import { RememberedNames } from './load/index.js';
import type { Loaded } from './load/index.js';
import { checkLimit } from './plan/limit.js';
import { digestOf, hashesOf, requireSame, requireSameFiles } from './plan/saved-plan.js';
import type { SavedPlan } from './plan/saved-plan.js';
import { loadAndCompare, namedRequests, needsService, planCompared } from './prepare.js';
import type { Compared, Prepared, RunContext } from './prepare.js';
import { planItems } from './report/plan-items.js';
import { coverageOf, reportOfFailure, reportOfPlan } from './report/run-report.js';
import { runAlone } from './session/alone.js';
import { Session } from './session/session.js';
import type { SessionOptions } from './session/session.js';
import { sync } from './sync.js';

export type EngineOptions = SessionOptions;

/** What a run would do; `apply` carries out just this. */
export interface Plan extends SavedPlan {
  /** Counts what would be done. */
  readonly report: Report;
  /** Every unit that something is done with. */
  readonly items: readonly PlanItem[];
}

export interface SyncOptions {
  /** Do exactly this, or refuse if files or config have moved on. */
  readonly only?: SavedPlan;
}

export interface Engine {
  /** load → compare → plan. Needs no key and no network. */
  plan(selection?: Selection): Promise<Plan>;
  /** translate → write, for a plan of this engine. */
  apply(plan: Plan): Promise<Report>;
  /** `plan` and `apply`, alone in the repository: other processes wait. */
  sync(selection?: Selection, options?: SyncOptions): Promise<Report>;
  /** Coverage as it is. */
  status(selection?: Selection): Promise<Report>;
  /** Like `status`, with every open unit as a problem. */
  check(selection?: Selection): Promise<Report>;
  /** Files and folders that the last answer rests on, as they are now. */
  inputs(): readonly Stamp[];
  /** Source and target files of the last answer, those included that do not exist yet or cannot be read. */
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

export function createEngine(config: ResolvedConfig, options: EngineOptions): Engine {
  const session = new Session(config, options);
  const plans = new WeakMap<Plan, Prepared>();
  let last: Compared | undefined;

  const compared = async (selection: Selection, run: RunContext): Promise<Compared> => {
    last = await loadAndCompare(selection, new RememberedNames(run.state), run);
    return last;
  };

  /** Where it is news what names stand for, everything is compared with it again. */
  const withNames = async (before: Compared, run: RunContext): Promise<Compared> => {
    const names = await newNames(before, run);
    if (names === undefined) return before;
    return (last = await loadAndCompare(before.loaded.selection, names, run));
  };

  const prepared = async (from: Compared, run: RunContext): Promise<Prepared> =>
    planCompared(from, run.memory, needsService(from) ? await run.open() : undefined);

  const carryOut = (work: Prepared, run: RunContext): Promise<Report> => {
    checkLimit(work.plan.totals.characters, config);
    return sync(work, run);
  };

  /** Names are resolved again by the next run. */
  const usesNames = (): boolean => last !== undefined && namedRequests(last).length > 0;

  const alone = async (work: (run: RunContext) => Promise<Report>): Promise<Report> => {
    let fresh = true;
    try {
      const report = await runAlone(session, () => {
        last = undefined;
        const run = session.run();
        return work(run).catch((error: unknown) => asReport(last, error, run));
      });
      fresh = report.error !== null || usesNames();
      return report;
    } finally {
      await session.endRun({ fresh });
    }
  };

  const look = async (selection: Selection, view: 'look' | 'plan'): Promise<Report> => {
    const run = session.run();
    const work = planCompared(await compared(selection, run), run.memory, undefined);
    return reportOfPlan(work, view, run.memory.problems).report;
  };

  return {
    plan: async (selection = {}) => {
      const run = session.run();
      const work = await prepared(await compared(selection, run), run);
      await session.endRun({ fresh: usesNames() });
      const plan = planOf(work, reportOfPlan(work, 'plan', run.memory.problems).report);
      plans.set(plan, work);
      return plan;
    },
    apply: (plan) =>
      alone(async (run) => {
        const work = plans.get(plan);
        if (work === undefined) throw new TypeError('apply() takes a plan of the same engine');
        last = work;
        const now = await withNames(work, run);
        if (now === work) return carryOut(work, run);
        const again = await prepared(now, run);
        requireSameFiles(hashesOf(again.files), plan.files);
        return carryOut(again, run);
      }),
    sync: (selection = {}, { only } = {}) =>
      alone(async (run) => {
        const from = await withNames(await compared(selection, run), run);
        const work = await prepared(from, run);
        if (only !== undefined) requireSame(savedPlanOf(work), only);
        return carryOut(work, run);
      }),
    status: (selection = {}) => look(selection, 'plan'),
    check: (selection = {}) => look(selection, 'look'),
    inputs: () => last?.loaded.inputs.settled() ?? [],
    files: () => (last === undefined ? [] : catalogFiles(last.loaded)),
    coverage: () => (last === undefined ? [] : coverageOf(last)),
    close: () => session.close(),
  };
}

/** Asks what names of glossaries and the like stand for, before anything is sent; undefined where that is no news. */
async function newNames(
  compared: Compared,
  { state, open, signal }: RunContext,
): Promise<RememberedNames | undefined> {
  const requests = namedRequests(compared);
  if (requests.length === 0 || !needsService(compared)) return undefined;
  const names = new RememberedNames(state);
  return (await names.refresh(requests, await open(), signal)) ? names : undefined;
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

function savedPlanOf({ loaded, files }: Prepared): SavedPlan {
  return { selection: loaded.selection, files: hashesOf(files), digest: digestOf(files) };
}

function planOf(work: Prepared, report: Report): Plan {
  const asked = new Set(work.plan.batches.flatMap(({ segments }) => segments));
  return {
    selection: work.loaded.selection,
    report,
    get items() {
      return planItems(work.files, asked);
    },
    get files() {
      return hashesOf(work.files);
    },
    get digest() {
      return digestOf(work.files);
    },
  };
}
