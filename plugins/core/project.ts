import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CodeKeys } from './code-keys.js';
import { DeletedTargets } from './deleted-targets.js';
import { Engines } from './engines.js';
import type { Settings } from './options.js';
import { followedOn, isConcernedBy, isCurrent } from './outcome.js';
import type { Outcome } from './outcome.js';
import { Timer, Debounce, Retry } from './timer.js';

/** The purpose of a run. */
interface RunRequest {
  /** Whether a remembered answer is enough. */
  readonly quick: boolean;
  /** Whether changed source texts have stayed unchanged long enough. Default: false. */
  readonly proposals?: boolean;
}

type OutcomeListener = (outcome: Outcome) => void;

/**
 * One config with its catalogs. A process has one, however many environments, compilers and
 * rebuilds use it: while nothing on disk changes, they all get the same outcome. A dev session
 * lasts as long as there are listeners.
 */
export class Project {
  readonly settings: Settings;
  /** Number of engine runs. */
  runs = 0;
  #last: Outcome | undefined;
  #running: Promise<Outcome> | undefined;
  #hasChanged = false;
  readonly #engines = new Engines();
  readonly #codeKeys: CodeKeys;
  readonly #targets = new DeletedTargets();
  readonly #listeners = new Set<OutcomeListener>();
  readonly #debounce: Debounce;
  readonly #retry = new Retry(() => void this.#start({ quick: false }));
  /** Requests proposals once a changed source text has stayed unchanged. */
  readonly #rest = new Timer(() => void this.#start({ quick: false, proposals: true }));
  readonly #configPoll: ConfigPoll;

  constructor(settings: Settings) {
    this.settings = settings;
    this.#codeKeys = new CodeKeys(settings.extract);
    this.#debounce = new Debounce(settings.debounce, () => void this.#catchUp());
    this.#configPoll = new ConfigPoll(settings, () => this.#runSoon());
  }

  /** The latest outcome; undefined before the first. */
  get last(): Outcome | undefined {
    return this.#last;
  }

  /**
   * The outcome for the current files: of the current run or a new one, or the last one if it is
   * still valid.
   */
  async run(options: { readonly quick?: boolean } = {}): Promise<Outcome> {
    if (this.#running !== undefined) return this.#running;
    if (this.#last !== undefined && (await this.#holds(this.#last))) return this.#last;
    return this.#start({ quick: options.quick ?? true });
  }

  /**
   * Called when a file changed. Once changes pause, runs again, unless they were the tool's own
   * writes.
   */
  changed(path: string): void {
    const isCode = this.#codeKeys.changed(path);
    if (isCode || isConcernedBy(this.#last, path)) this.#runSoon();
  }

  /** In a dev session: runs and searches code for keys, whether or not anything changed. */
  async extract(): Promise<Outcome> {
    this.#codeKeys.request();
    await this.#running;
    return this.#start({ quick: false });
  }

  /** The config file or, if there is none, every possible one. */
  async configFiles(): Promise<readonly string[]> {
    const { configFilesOf } = await import('./run.js');
    return configFilesOf(this.settings);
  }

  /**
   * Calls back with every new outcome. Returns a function that unsubscribes; after the last one,
   * current work ends too.
   */
  subscribe(listener: OutcomeListener): () => void {
    this.#engines.keepWarm();
    this.#listeners.add(listener);
    if (this.#last !== undefined) this.#configPoll.follow();
    return () => {
      if (!this.#listeners.delete(listener) || this.#isSession) return;
      for (const one of [this.#debounce, this.#retry, this.#rest, this.#configPoll]) one.stop();
      this.#engines.end();
    };
  }

  get #isSession(): boolean {
    return this.#listeners.size > 0;
  }

  #runSoon(): void {
    if (this.#running === undefined) this.#debounce.start();
    else {
      this.#hasChanged = true;
      this.#debounce.startSecond();
    }
  }

  /** Runs again if anything differs from what the last run saw. */
  async #catchUp(): Promise<void> {
    if (this.#running !== undefined) {
      this.#hasChanged = true;
    } else if (this.#last === undefined || !(await this.#holds(this.#last))) {
      await this.#start({ quick: false });
    }
  }

  #start(options: RunRequest): Promise<Outcome> {
    this.#running ??= this.#run(options).finally(() => {
      this.#running = undefined;
      if (!this.#hasChanged) return;
      this.#hasChanged = false;
      if (this.#isSession) void this.#catchUp();
    });
    return this.#running;
  }

  async #run({ quick, proposals: hasRested = false }: RunRequest): Promise<Outcome> {
    this.runs += 1;
    // Changes from before the session count as settled.
    const proposals = hasRested || !this.#isSession || this.#last?.report === undefined;
    this.#rest.stop();
    await this.#configPoll.begin();
    const found =
      (quick && !this.settings.marks
        ? (await import('./recalled.js')).recalledOutcome(this.settings)
        : undefined) ?? (await this.#runEngine(proposals));
    const extraction = found.extraction ?? this.#last?.extraction;
    const outcome = { ...followedOn(found, this.#last), extraction };
    this.#last = outcome;
    for (const listener of this.#listeners) listener(outcome);
    if (this.#isSession) {
      this.#retry.plan(outcome);
      if (!proposals && this.settings.mode === 'sync' && mayAwaitProposals(outcome))
        this.#rest.start(this.settings.proposalDelay);
      this.#configPoll.follow();
    } else this.#retry.stop();
    return outcome;
  }

  async #runEngine(proposals: boolean): Promise<Outcome> {
    const { run } = await import('./run.js');
    const codeKeys = this.#isSession ? this.#codeKeys : undefined;
    const isSync = this.#isSession && this.settings.mode === 'sync';
    const deleted: ReadonlySet<string> = isSync ? this.#targets.now() : new Set();
    const options = { codeKeys, deleted, proposals, engines: this.#engines };
    const outcome = await run(this.settings, options);
    if (isSync) this.#targets.update(outcome, deleted);
    return outcome;
  }

  async #holds(outcome: Outcome): Promise<boolean> {
    if (this.#configPoll.hasChanged) return false;
    return !(this.#isSession && this.#codeKeys.isDue) && isCurrent(outcome);
  }
}

/**
 * The content of a catalog with marks in its texts; undefined if a file is none.
 * @param file absolute
 */
export async function markedCatalog(project: Project, file: string): Promise<string | undefined> {
  const { root = '', catalogs } = project.last ?? (await project.run({ quick: false }));
  const own = catalogs.filter(({ path }) => resolve(root, path) === resolve(file));
  if (own.length === 0) return undefined;
  const { markTexts } = await import('../../src/engine/index.js');
  return markTexts(await readFile(file, 'utf8'), own);
}

/** Milliseconds between two searches for the config. */
const INTERVAL = 1000;

/**
 * Notices that another config file applies. It may appear where no watcher looks: above the
 * bundler's root, or nearer than the previous one.
 */
class ConfigPoll {
  readonly #settings: Settings;
  readonly #onChange: () => void;
  readonly #timer = new Timer(() => void this.#search());
  /** The config file when the last run began. */
  #config: string | undefined;
  #isFollowing = false;
  #hasChanged = false;

  constructor(settings: Settings, onChange: () => void) {
    this.#settings = settings;
    this.#onChange = onChange;
  }

  /** Whether another config applies than when the last run began. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** Called when a run begins. */
  async begin(): Promise<void> {
    this.#hasChanged = false;
    this.#config = await configFileOf(this.#settings);
  }

  follow(): void {
    this.#isFollowing = true;
    this.#timer.start(INTERVAL);
  }

  stop(): void {
    this.#isFollowing = false;
    this.#timer.stop();
  }

  async #search(): Promise<void> {
    const config = await configFileOf(this.#settings);
    if (!this.#isFollowing) return;
    if (config === this.#config) {
      this.follow();
      return;
    }
    this.#hasChanged = true;
    this.#onChange();
  }
}

/** The config file that applies now; undefined if there is none. */
async function configFileOf({ folder, config }: Settings): Promise<string | undefined> {
  const { likelyConfig } = await import('../../src/config/index.js');
  return likelyConfig({ cwd: folder, file: config });
}

function mayAwaitProposals({ report }: Outcome): boolean {
  return Object.values(report?.locales ?? {}).some(({ review }) => review > 0);
}
