import type { ResolvedConfig } from '../config/resolved.js';
import { LocaleSyncError } from '../model/index.js';
import type { EmptyDecision, LocaleCounts, PlanItem, Report, Selection } from '../model/index.js';
import type { Stamp } from '../state/index.js';
import { plannedRemovals } from './changes/removals.js';
import type { Loaded } from './load/index.js';
import { digestOf, hashesOf, requireSameFiles } from './plan/index.js';
import type { SavedPlan } from './plan/index.js';
import { namedRequests } from './compared.js';
import type { Compared } from './compared.js';
import { loadAndCompare, withNames } from './load-and-compare.js';
import { defined } from '../config/defined.js';
import { plannedGlossaries } from './apply-glossaries.js';
import { acceptFindings, acceptReviews } from './accept.js';
import type { FindingSelection } from './accept.js';
import { plan } from './planning.js';
import type { WholePlan } from './planning.js';
import {
  coverageOf,
  emptyDecisions,
  planItems,
  reportOfFailure,
  reportOfPlan,
  withGlossaries,
} from './report/index.js';
import { runAlone, Session } from './session/index.js';
import type { RunContext, SessionOptions } from './session/index.js';
import { carryOutWhole, sync } from './sync.js';

export type EngineOptions = SessionOptions;

/** What a run would do; `apply` carries out just this. */
export interface Plan extends SavedPlan {
  /** Counts what would be done. */
  readonly report: Report;
  /** Every unit that something is done with. */
  readonly items: readonly PlanItem[];
  /** What the empty texts of files mean, where a file decided it. */
  readonly empty: readonly EmptyDecision[];
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
  /**
   * Settles open findings of rules, with `reviews` also texts in review, and gives the report of
   * `check` after that, with how many were `accepted`. Sends nothing; writes the lock, and target
   * files that say of a text that it waits for review.
   */
  accept(selection?: FindingSelection): Promise<Report>;
  /** Files and folders that the last answer rests on, as they are now. */
  inputs(): readonly Stamp[];
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

export function createEngine(config: ResolvedConfig, options: EngineOptions): Engine {
  const session = new Session(config, options);
  const plans = new WeakMap<Plan, WholePlan>();
  let last: Compared | undefined;
  const onCompared = (compared: Compared): void => {
    last = compared;
  };

  /** Names are resolved again by the next run. */
  const usesNames = (): boolean => last !== undefined && namedRequests(last).length > 0;

  /** While no other process runs in the repository. */
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
    const compared = await loadAndCompare(selection, run, { isForSending: false, onCompared });
    const prepared = await plan(compared, run);
    await session.endRun({ fresh: usesNames() });
    return reported(prepared, view, run);
  };

  return {
    plan: async (selection = {}) => {
      const run = session.run();
      const compared = await loadAndCompare(selection, run, { isForSending: false, onCompared });
      const prepared = await plan(compared, run);
      await session.endRun({ fresh: usesNames() });
      const made = planOf(prepared, reported(prepared, 'plan', run));
      plans.set(made, prepared);
      return made;
    },
    apply: (made) =>
      alone(async (run) => {
        const prepared = plans.get(made);
        if (prepared === undefined) throw new TypeError('apply() takes a plan of the same engine');
        last = prepared;
        const compared = await withNames(prepared, run, onCompared);
        if (compared === prepared) return carryOutWhole(prepared, run);
        const again = await plan(compared, run);
        requireSameFiles(hashesOf(again.files), made.files);
        return carryOutWhole(again, run);
      }),
    sync: (selection = {}, { only } = {}) =>
      alone((run) => sync(selection, run, { only, onCompared })),
    status: (selection = {}) => look(selection, 'plan'),
    check: (selection = {}) => look(selection, 'look'),
    accept: (selection = {}) =>
      alone(async (run) => {
        const { locales, files, reviews } = selection;
        const { reviewed, problems: left } =
          reviews === true
            ? await acceptReviews(selection, run, onCompared)
            : { reviewed: 0, problems: [] };
        const again = reviewed === 0 ? run : session.run();
        const { accepted, problems: more } = await acceptFindings(selection, again, onCompared);
        const problems = [...left, ...more];
        const report = await look({ ...defined({ locales, files }) }, 'look');
        const all = [...problems, ...report.problems];
        const ok = report.ok && problems.length === 0;
        return { ...report, ok, problems: all, accepted: accepted.length + reviewed };
      }),
    inputs: () => last?.loaded.inputs.settled() ?? [],
    isFinal: () => last?.loaded.inputs.isFinal ?? false,
    files: () => (last === undefined ? [] : catalogFiles(last.loaded)),
    coverage: () => (last === undefined ? [] : coverageOf(last)),
    close: () => session.close(),
  };
}

/** Says what a run would do. */
function reported(prepared: WholePlan, view: 'look' | 'plan', run: RunContext): Report {
  const removals = plannedRemovals(prepared.files);
  if (removals.length > 0) run.onEvent({ type: 'removed', isDone: false, removals });
  const memoryProblems = run.memory.problems;
  const { report } = reportOfPlan(prepared, view, { memoryProblems, removals });
  return withGlossaries(report, plannedGlossaries(prepared, run));
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

function planOf(work: WholePlan, report: Report): Plan {
  return {
    selection: work.loaded.selection,
    report,
    get items() {
      return planItems({ ...work.plan, files: work.files });
    },
    get empty() {
      return emptyDecisions(work.files);
    },
    get files() {
      return hashesOf(work.files);
    },
    get digest() {
      return digestOf(work.files);
    },
  };
}
