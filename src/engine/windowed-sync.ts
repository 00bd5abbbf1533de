import { LocaleSyncError } from '../model/index.js';
import type { Problem, Report } from '../model/index.js';
import type { Compared } from './compared.js';
import { joinReports, withProblems } from './join-reports.js';
import { compareWindow } from './compare-changed.js';
import type { FilePair, ScanPair, Window } from './load/index.js';
import { planByLanguage, wholePlan } from './planning.js';
import type { WholePlan } from './planning.js';
import { holdBack } from './plan/index.js';
import type { HeldBack } from './plan/index.js';
import { interruptedError } from './report/index.js';
import type { RunContext } from './session/index.js';
import { Turns } from './turns.js';
import { WindowEvents } from './window-events.js';
import { WindowMemory } from './window-memory.js';

export interface WindowSteps {
  /** translate → write → report, for one window. */
  readonly carryOut: (plan: WholePlan, run: RunContext) => Promise<Report>;
  /** Appends what the run has sent to the history. */
  readonly noteRun: (report: Report, run: RunContext) => void;
  readonly onCompared: (compared: Compared) => void;
}

/**
 * A large first sync. Files are loaded, compared, planned, translated and written window by window,
 * together with the lock and the records, so an interruption never loses earlier windows. Only
 * stamps and counts of them stay in memory.
 */
export class WindowedSync {
  readonly #steps: WindowSteps;
  readonly #run: RunContext;
  readonly #memory: WindowMemory;
  readonly #events: WindowEvents;
  /** The next window. This is the only reference to it. */
  #compared: Compared | undefined;
  /** Texts already sent for files that wait for the next window. */
  #ahead: ReadonlySet<string> = new Set();
  #report: Report | undefined;

  constructor(first: Compared, steps: WindowSteps, run: RunContext) {
    this.#compared = first;
    this.#steps = steps;
    this.#memory = new WindowMemory(run.kept);
    this.#events = new WindowEvents(run.onEvent);
    this.#run = { ...run, memory: this.#memory, onEvent: this.#events.onEvent };
  }

  async sync(): Promise<Report> {
    let left: readonly ScanPair[] = [];
    try {
      do left = await this.#carryOut();
      while (left.length > 0 && (await this.#compare(left)));
    } catch (error) {
      if (!(error instanceof LocaleSyncError)) throw error;
      return this.#ended({ left, error });
    }
    return this.#ended({ left });
  }

  /** Carries out the compared window. Returns the pairs that are left. */
  async #carryOut(): Promise<readonly ScanPair[]> {
    const compared = this.#compared;
    if (compared === undefined) return [];
    const planning = await planByLanguage(compared, this.#run, this.#ahead);
    const whole = await wholePlan(planning, new Turns(this.#run.signal));
    const isLast = compared.loaded.later.length === 0;
    this.#events.isLast = isLast;
    const held = isLast ? undefined : holdBack(whole.plan);
    const window = held === undefined ? whole : withoutHeld(whole, held);
    this.#ahead = held?.ahead ?? new Set();
    const report = await this.#steps.carryOut(window, this.#run);
    this.#report = this.#report === undefined ? report : joinReports(this.#report, report);
    this.#compared = withoutFiles(compared);
    this.#steps.onCompared(this.#compared);
    return window.loaded.later;
  }

  /** Compares the next window. False: the run should end. */
  async #compare(pairs: readonly ScanPair[]): Promise<boolean> {
    const before = this.#compared;
    const code = this.#report?.error?.code;
    // A file that cannot be read is skipped; the run continues.
    const hasFailed = code !== undefined && code !== 'invalid-file';
    if (before === undefined || hasFailed || this.#run.signal.aborted) return false;
    const { scan, inputs, broken } = before.loaded;
    const window: Window = { found: { scan, inputs }, pairs, broken };
    this.#events.nextWindow();
    this.#memory.nextWindow();
    this.#compared = await compareWindow(before, window, this.#run);
    this.#steps.onCompared(this.#compared);
    return true;
  }

  #ended({ left, error }: Ending): Report {
    const { explain, signal } = this.#run;
    const done = this.#report;
    if (done === undefined) throw error ?? new TypeError('no window was carried out');
    if (done.requests > 0) {
      this.#memory.compact();
      this.#steps.noteRun(done, this.#run);
    }
    // An interruption while loading a window does not apply to the completed windows.
    const stopped = signal.aborted ? interruptedError() : error;
    const problems = [...this.#memory.problems, ...notLookedAt(left)];
    const report = withProblems(done, problems);
    if (done.error !== null || stopped === undefined) return report;
    return { ...report, ok: false, error: explain(stopped) };
  }
}

interface Ending {
  readonly left: readonly ScanPair[];
  readonly error?: LocaleSyncError;
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
