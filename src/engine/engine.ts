import { join } from 'node:path';
import type { ResolvedConfig } from '../config/resolved.js';
import { LocaleSyncError } from '../model/index.js';
import type {
  EngineEvent,
  LocaleCounts,
  PlanItem,
  Report,
  ReportError,
  Selection,
  Translator,
} from '../model/index.js';
import { acquireRunLock, cleanTemp, requireStateInside } from '../state/index.js';
import type { Stamp } from '../state/index.js';
import { applyWork } from './apply.js';
import type { TargetDiff } from './diff.js';
import { checkLimit } from './limit.js';
import { RememberedNames } from './names.js';
import { Held } from './held.js';
import { hasNames } from './options.js';
import { ParsedFiles } from './parsed-files.js';
import { planItems } from './plan-items.js';
import { digestOf, filesOf, requireSame, requireSameFiles } from './saved-plan.js';
import type { SavedPlan } from './saved-plan.js';
import { failedReport, reportOfPlan } from './run-report.js';
import { tallyOf } from './tally.js';
import {
  namedRequests,
  needsService,
  planInSteps,
  planReading,
  readAndDiff,
  STATE_FOLDER,
} from './work.js';
import type { Reading, Work, WorkInSteps } from './work.js';

export interface EngineOptions {
  /** Where texts come from; opened only when something has to be sent. */
  readonly openTranslator: () => Promise<Translator>;
  /** Ends a run: nothing new is sent, what is in flight gets a moment, what was answered is written. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: EngineEvent) => void;
  /**
   * Stays warm between runs, for a dev session: files that have not changed are not read as their format again, units
   * not compared again, memory and service stay open until `close()`.
   */
  readonly warm?: boolean;
  /** An error in the words of the host, for reports. */
  readonly explain: (error: LocaleSyncError) => ReportError;
}

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
  /** config → scan → read → diff → plan. Needs no key and no network. */
  plan(selection?: Selection): Promise<Plan>;
  /** translate → write, for a plan of this engine. */
  apply(plan: Plan): Promise<Report>;
  /** `plan` and `apply`, alone in the repository: other processes wait. */
  sync(selection?: Selection, options?: SyncOptions): Promise<Report>;
  /** Coverage as it stands. */
  status(selection?: Selection): Promise<Report>;
  /** Like `status`, with every open unit as a problem. */
  check(selection?: Selection): Promise<Report>;
  /** Files and folders that the last answer rests on, as they are now. */
  inputs(): readonly Stamp[];
  /** Source and target files of the last answer, those included that do not exist yet or cannot be read. */
  files(): readonly CatalogFile[];
  /** The last answer's counts by target file, as the files stand. */
  coverage(): readonly FileCoverage[];
  /** Lets go of memory and service. Only a warm engine holds them beyond a run. */
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
  const onEvent = options.onEvent ?? (() => undefined);
  const signal = options.signal ?? new AbortController().signal;
  const folder = join(config.root, STATE_FOLDER);
  const plans = new WeakMap<Plan, { readonly reading: Reading; readonly work: Work }>();
  const warm = options.warm === true;
  const parsed = warm ? new ParsedFiles() : undefined;
  const held = new Held({ openTranslator: options.openTranslator, folder, warm });
  const open = held.translator;
  const { explain } = options;
  let last: Reading | undefined;

  const read = async (
    selection: Selection,
    names = new RememberedNames(folder),
  ): Promise<Reading> => {
    const known = parsed === undefined ? undefined : { parsed, last };
    last = await readAndDiff(config, selection, { names, warm: known, onEvent });
    return last;
  };

  const begin = async (reading: Reading): Promise<WorkInSteps> => {
    const translator = needsService(reading) ? await open() : undefined;
    return planInSteps(reading, { translator, memory: held.memory() });
  };

  /** Where it is news what names stand for, everything is compared with it again. */
  const withNames = async (reading: Reading): Promise<Reading> => {
    const news = await newNames(reading, { folder, open, signal });
    return news === undefined ? reading : read(reading.selection, news);
  };

  const apply = (reading: Reading, steps: WorkInSteps): Promise<Report> =>
    applyWork(reading, steps, { open, signal, onEvent, parsed, explain });

  /** For a plan that has to be known, or to be within the limit, before anything is sent. */
  const applyWhole = (reading: Reading, work: Work): Promise<Report> => {
    checkLimit(work.totals.characters, config);
    return apply(reading, { ...work, next: () => [], finish: () => work });
  };

  const alone = async (run: () => Promise<Report>): Promise<Report> => {
    let fresh = true;
    try {
      const report = await runAlone(folder, { signal, onEvent }, () =>
        run().catch((error: unknown) => asReport(last, error, explain)),
      );
      fresh = report.error !== null || hasNamedRequests();
      return report;
    } finally {
      await held.endRun({ fresh });
    }
  };

  const hasNamedRequests = (): boolean => last !== undefined && namedRequests(last).some(hasNames);

  const look = async (selection: Selection, view: 'look' | 'plan'): Promise<Report> => {
    const reading = await read(selection);
    const work = planReading(reading, { translator: undefined, memory: held.memory() });
    return reportOfPlan(reading, work, view);
  };

  return {
    plan: async (selection = {}) => {
      const reading = await read(selection);
      const work = (await begin(reading)).finish();
      await held.endRun({ fresh: hasNamedRequests() });
      const plan = makePlan(reading, work);
      plans.set(plan, { reading, work });
      return plan;
    },
    apply: (plan) =>
      alone(async () => {
        const found = plans.get(plan);
        if (found === undefined) throw new TypeError('apply() takes a plan of the same engine');
        last = found.reading;
        const reading = await withNames(found.reading);
        if (reading === found.reading) return applyWhole(reading, found.work);
        const work = (await begin(reading)).finish();
        requireSameFiles(filesOf(reading), plan.files);
        return applyWhole(reading, work);
      }),
    sync: (selection = {}, { only } = {}) =>
      alone(async () => {
        const reading = await withNames(await read(selection));
        const steps = await begin(reading);
        if (only === undefined && config.limits.characters === undefined) {
          return apply(reading, steps);
        }
        const work = steps.finish();
        if (only !== undefined) requireSame(makePlan(reading, work), only);
        return applyWhole(reading, work);
      }),
    status: (selection = {}) => look(selection, 'plan'),
    check: (selection = {}) => look(selection, 'look'),
    inputs: () => last?.inputs.settled() ?? [],
    files: () => (last === undefined ? [] : catalogFiles(last)),
    coverage: () => (last === undefined ? [] : last.diffs.map(coverageOf)),
    close: () => held.close(),
  };
}

interface Asking {
  readonly folder: string;
  readonly open: () => Promise<Translator>;
  readonly signal: AbortSignal;
}

/** Asks what names of glossaries and the like stand for, before anything is sent; undefined where that is no news. */
async function newNames(
  reading: Reading,
  { folder, open, signal }: Asking,
): Promise<RememberedNames | undefined> {
  if (!needsService(reading)) return undefined;
  const requests = namedRequests(reading);
  if (!requests.some(hasNames)) return undefined;
  const names = new RememberedNames(folder);
  return (await names.refresh(requests, await open(), signal)) ? names : undefined;
}

/** What went wrong once files were read is part of what the run has to say. */
function asReport(
  reading: Reading | undefined,
  error: unknown,
  explain: EngineOptions['explain'],
): Report {
  if (reading === undefined || !(error instanceof LocaleSyncError)) throw error;
  return failedReport(reading, explain(error));
}

/** A run while which no other process runs in the repository. */
async function runAlone(
  folder: string,
  { signal, onEvent }: Required<Pick<EngineOptions, 'signal' | 'onEvent'>>,
  run: () => Promise<Report>,
): Promise<Report> {
  requireStateInside(folder);
  const lock = await acquireRunLock(folder, {
    signal,
    onWait: ({ pid }) => onEvent({ type: 'waiting', pid }),
  });
  if (lock.problem !== undefined) onEvent({ type: 'problem', problem: lock.problem });
  try {
    cleanTemp(folder);
    return await run();
  } finally {
    lock.release();
  }
}

function coverageOf(diff: TargetDiff): FileCoverage {
  const { path, locale } = diff.target;
  const looking = {
    jobsOf: new Map(),
    accepts: () => false,
    view: 'look',
    isDone: () => false,
  } as const;
  return { path, locale, counts: tallyOf(diff, looking).counts };
}

function catalogFiles({ config, scan }: Reading): readonly CatalogFile[] {
  return scan.pairs.flatMap(({ source, targets }) => [
    { path: source, locale: config.source, role: 'source' as const },
    ...targets.map(({ path, locale }) => ({ path, locale, role: 'target' as const })),
  ]);
}

function makePlan(reading: Reading, work: Work): Plan {
  return {
    selection: reading.selection,
    report: reportOfPlan(reading, work, 'plan'),
    get items() {
      return planItems(reading, work);
    },
    get files() {
      return filesOf(reading);
    },
    get digest() {
      return digestOf(reading, work);
    },
  };
}
