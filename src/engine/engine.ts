import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResolvedConfig } from '../config/resolved.js';
import { LocaleSyncError } from '../model/index.js';
import type { EngineEvent, PlanItem, Report, Selection, Translator } from '../model/index.js';
import { acquireRunLock, cleanTemp } from '../state/index.js';
import type { Stamp } from '../state/index.js';
import { applyWork } from './apply.js';
import { CLOCK_TICK } from './inputs.js';
import { checkLimit } from './limit.js';
import { RememberedNames } from './names.js';
import { planItems } from './plan-items.js';
import { digestOf, filesOf, requireSame } from './saved-plan.js';
import type { SavedPlan } from './saved-plan.js';
import { failedReport, reportOfPlan } from './run-report.js';
import { namedRequests, needsService, planReading, readAndDiff, STATE_FOLDER } from './work.js';
import type { Reading, Work } from './work.js';

export interface EngineOptions {
  /** Where texts come from; opened only when something has to be sent. */
  readonly openTranslator: () => Promise<Translator>;
  /** Ends a run: nothing new is sent, what is in flight gets a moment, what was answered is written. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: EngineEvent) => void;
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
  let last: Reading | undefined;
  let opened: Promise<Translator> | undefined;
  const open = (): Promise<Translator> => (opened ??= options.openTranslator());

  const read = async (
    selection: Selection,
    names = new RememberedNames(folder),
  ): Promise<Reading> => {
    last = await readAndDiff(config, selection, names);
    onEvent({ type: 'read', files: last.diffs.length });
    return last;
  };

  const planned = async (reading: Reading): Promise<Plan> => {
    const translator = needsService(reading) ? await open() : undefined;
    const work = planReading(reading, translator);
    const plan = makePlan(reading, work);
    plans.set(plan, { reading, work });
    return plan;
  };

  /** Asks what names stand for before anything is compared with it. */
  const readForRun = async (selection: Selection): Promise<Reading> => {
    const names = new RememberedNames(folder);
    const reading = await read(selection, names);
    if (!needsService(reading)) return reading;
    const news = await names.refresh(namedRequests(reading), await open(), signal);
    return news ? read(selection, names) : reading;
  };

  const apply = async (plan: Plan): Promise<Report> => {
    const found = plans.get(plan);
    if (found === undefined) throw new TypeError('apply() takes a plan of the same engine');
    checkLimit(plan.report.characters, config);
    return applyWork(found.reading, found.work, { open, signal, onEvent });
  };

  const alone = async <T>(run: () => Promise<T>): Promise<T> => {
    const lock = await acquireRunLock(folder, {
      signal,
      onWait: ({ pid }) => onEvent({ type: 'waiting', pid }),
    });
    if (lock.problem !== undefined) onEvent({ type: 'problem', problem: lock.problem });
    try {
      cleanTemp(folder);
      // The state folder may just have been made: the search must not take that for a change during it.
      await sleep(CLOCK_TICK + 2);
      return await run();
    } finally {
      lock.release();
      await close();
    }
  };

  const close = async (): Promise<void> => {
    const translator = opened;
    opened = undefined;
    // A translator that could not be opened has said so already.
    await (await translator?.catch(() => undefined))?.close();
  };

  const look = async (selection: Selection, view: 'look' | 'plan'): Promise<Report> => {
    const reading = await read(selection);
    return reportOfPlan(reading, planReading(reading, undefined), view);
  };

  return {
    plan: async (selection = {}) => {
      const plan = await planned(await read(selection));
      await close();
      return plan;
    },
    apply: (plan) => alone(() => apply(plan)),
    sync: (selection = {}, { only } = {}) =>
      alone(async () => {
        try {
          const plan = await planned(await readForRun(selection));
          if (only !== undefined) requireSame(plan, only);
          return await apply(plan);
        } catch (error) {
          if (last === undefined || !(error instanceof LocaleSyncError)) throw error;
          return failedReport(last, error);
        }
      }),
    status: (selection = {}) => look(selection, 'plan'),
    check: (selection = {}) => look(selection, 'look'),
    inputs: () => last?.inputs.settled() ?? [],
    files: () => (last === undefined ? [] : catalogFiles(last)),
  };
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
