import { LocaleSyncError } from '../model/index.js';
import type { Problem, Report } from '../model/index.js';
import type { Compared } from './compared.js';
import { joinReports, withProblems } from './join-reports.js';
import { compareWindow } from './compare-changed.js';
import { loadLock } from './load/index.js';
import type { FilePair, ScanPair, Window } from './load/index.js';
import { planByLanguage, wholePlan } from './planning.js';
import type { Planning, WholePlan } from './planning.js';
import { holdBack } from './plan/index.js';
import type { HeldBack } from './plan/index.js';
import { interruptedError } from './report/index.js';
import type { RunContext } from './session/index.js';
import { concurrencyOf, letRequestsLeave } from './translate/index.js';
import type { Concurrency } from './translate/index.js';
import { Turns } from './turns.js';
import { WindowEvents } from './window-events.js';
import { WindowMemory } from './window-memory.js';

export interface WindowSteps {
  /** translate → write → report, for one window. */
  readonly carryOut: (
    planning: Planning,
    run: RunContext,
    concurrency: Concurrency,
  ) => Promise<Report>;
  /** Appends what the run has sent to the history. */
  readonly noteRun: (report: Report, run: RunContext) => void;
  readonly onCompared: (compared: Compared) => void;
}

/**
 * A large first sync. Files are loaded, compared, planned, translated and written window by window,
 * together with the lock and the records, so an interruption never loses earlier windows. Only
 * stamps and counts of them stay in memory. A window is loaded and compared while the one before it
 * is carried out, but planned after that: the memory then has all texts that they share.
 */
export class WindowedSync {
  readonly #steps: WindowSteps;
  readonly #run: RunContext;
  readonly #memory: WindowMemory;
  readonly #events: WindowEvents;
  /** What one window learns of the service holds for the next. */
  readonly #concurrency: Concurrency;
  /** The window to carry out. This is the only reference to it. */
  #compared: Compared | undefined;
  /** Pairs that no window has reached yet. */
  #left: readonly ScanPair[] = [];
  /** Texts already sent for files that wait for the next window. */
  #ahead: ReadonlySet<string> = new Set();
  #report: Report | undefined;

  constructor(first: Compared, steps: WindowSteps, run: RunContext) {
    this.#compared = first;
    this.#steps = steps;
    this.#memory = new WindowMemory(run.kept);
    this.#events = new WindowEvents(run.onEvent);
    this.#concurrency = concurrencyOf(run.config.limits.concurrency);
    this.#run = { ...run, memory: this.#memory, onEvent: this.#events.onEvent };
  }

  async sync(): Promise<Report> {
    try {
      for (let next = this.#take(); next !== undefined; next = this.#take()) {
        await this.#carryOut(next);
      }
    } catch (error) {
      if (!(error instanceof LocaleSyncError)) throw error;
      return this.#ended(error);
    }
    return this.#ended();
  }

  #take(): Compared | undefined {
    const compared = this.#compared;
    this.#compared = undefined;
    return compared;
  }

  /** Carries out a window, and compares the next one meanwhile. */
  async #carryOut(compared: Compared): Promise<void> {
    const window = await this.#plan(compared);
    const { later } = window.loaded;
    const carriedOut = this.#steps.carryOut(window, this.#run, this.#concurrency);
    const asked = Promise.race([this.#events.asked.then(letRequestsLeave), carriedOut]);
    const [done, next] = await Promise.allSettled([
      carriedOut,
      later.length === 0 ? undefined : asked.then(() => this.#compare(later, compared)),
    ]);
    if (done.status === 'rejected') throw done.reason;
    this.#left = later;
    this.#report = this.#report === undefined ? done.value : joinReports(this.#report, done.value);
    this.#steps.onCompared(withoutFiles(compared));
    if (next.status === 'rejected') throw next.reason;
    // A file that cannot be read is skipped; the run continues.
    const code = done.value.error?.code;
    const hasFailed = code !== undefined && code !== 'invalid-file';
    if (next.value === undefined || hasFailed || this.#run.signal.aborted) return;
    this.#events.nextWindow();
    this.#memory.nextWindow();
    this.#compared = withLock(next.value);
    this.#steps.onCompared(this.#compared);
  }

  /** The plan of a window, without files that wait for the next one. */
  async #plan(compared: Compared): Promise<Planning> {
    const planning = await planByLanguage(compared, this.#run, this.#ahead);
    this.#events.isLast = compared.loaded.later.length === 0;
    if (this.#events.isLast) return planning;
    const whole = await wholePlan(planning, new Turns(this.#run.signal));
    const held = holdBack(whole.plan, compared.loaded.part === 'first');
    this.#ahead = held.ahead;
    return withoutHeld(whole, held);
  }

  #compare(pairs: readonly ScanPair[], before: Compared): Promise<Compared> {
    const { scan, inputs, broken, lock, lockHash, lockIsKnown, wasWriting, lockFiles } =
      before.loaded;
    const window: Window = {
      found: { scan, inputs },
      lock: { lock, lockHash, lockIsKnown, wasWriting, lockFiles },
      pairs,
      broken,
    };
    return compareWindow(before, window, { ...this.#run, onEvent: this.#events.onEventMeanwhile });
  }

  #ended(error?: LocaleSyncError): Report {
    const { explain, signal } = this.#run;
    const done = this.#report;
    if (done === undefined) throw error ?? new TypeError('no window was carried out');
    if (done.requests > 0) {
      this.#memory.compact();
      this.#steps.noteRun(done, this.#run);
    }
    // An interruption while loading a window does not apply to the completed windows.
    const stopped = signal.aborted ? interruptedError() : error;
    const problems = [...this.#memory.problems, ...notLookedAt(this.#left)];
    const report = withProblems(done, problems);
    if (done.error !== null || stopped === undefined) return report;
    return { ...report, ok: false, error: explain(stopped) };
  }
}

/** A window that was compared before the previous one wrote the lock. */
function withLock(compared: Compared): Compared {
  const { config, inputs } = compared.loaded;
  return { ...compared, loaded: { ...compared.loaded, ...loadLock(config, inputs, undefined) } };
}

/** A problem for files whose texts the report does not count. */
function notLookedAt(pairs: readonly ScanPair[]): readonly Problem[] {
  if (pairs.length === 0) return [];
  const message = `The run ended before it reached ${pairs.length} source files; their texts are not counted.`;
  return [{ code: 'service-failed', severity: 'error', message }];
}

/** Removes files whose sources wait for the next window. */
function withoutHeld(whole: WholePlan, { plan, sources }: HeldBack): WholePlan {
  const { loaded, locales } = whole;
  const isHeld = ({ source }: FilePair): boolean => sources.has(source.path);
  const held = loaded.pairs.filter(isHeld).map(({ catalog, source, targets }): ScanPair => ({
    catalog,
    source: source.path,
    ...(source.isTemplate && { isTemplate: true }),
    targets: targets.map(({ path, locale }) => ({ path, locale, exists: false })),
  }));
  return {
    ...whole,
    loaded: {
      ...loaded,
      pairs: loaded.pairs.filter((pair) => !isHeld(pair)),
      later: [...held, ...loaded.later],
    },
    locales: locales.map((locale) => {
      return { ...locale, files: locale.files.filter(({ pair }) => !isHeld(pair)) };
    }),
    plan,
    plans: [plan],
    files: whole.files.filter(({ file }) => !isHeld(file.pair)),
  };
}

/** What the next window needs from a finished one. */
function withoutFiles(compared: Compared): Compared {
  const { loaded, identity, accepts, retranslates, isMeant, proposes } = compared;
  const choice = { accepts, retranslates, isMeant, proposes };
  const empty = { ...loaded, pairs: [], later: [], remembered: [], orphans: [], problems: [] };
  return { loaded: empty, locales: [], identity, remembered: undefined, ...choice };
}
