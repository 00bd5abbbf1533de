import { dirname } from 'node:path';
import { CodeKeys } from './code-keys.js';
import { Engines } from './engines.js';
import { configFileOf, look } from './look.js';
import type { Outcome } from './look.js';
import type { Settings } from './options.js';

/**
 * Milliseconds after which a change is looked at a second time: watchers report changes of one file that follow each
 * other closely (chokidar: within 50 ms) only once, and the second may be the one that counts.
 */
const SETTLE = 200;

/** Milliseconds after which a run that failed at the service is tried again; doubled each time, up to the longest. */
const FIRST_RETRY = 5000;
const LONGEST_RETRY = 60_000;

/** Milliseconds between two looks for the config that counts. */
const CONFIG_POLL = 1000;

export type OutcomeListener = (outcome: Outcome) => void;

/**
 * One config with its catalogs, once per process however many environments, compilers and rebuilds ask: while nothing
 * on disk has changed they all get the same outcome.
 */
export class Project {
  readonly settings: Settings;
  /** How often the engine ran. */
  runs = 0;
  #last: Outcome | undefined;
  #running: Promise<Outcome> | undefined;
  #again = false;
  #timer: NodeJS.Timeout | undefined;
  #settle: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #retryDelay = FIRST_RETRY;
  #configPoll: NodeJS.Timeout | undefined;
  /** The config that counted when the last run began. */
  #config: string | undefined;
  /** Whether another one has come to count since. */
  #isOtherConfig = false;
  readonly #engines = new Engines();
  readonly #codeKeys: CodeKeys;
  readonly #listeners = new Set<OutcomeListener>();

  constructor(settings: Settings) {
    this.settings = settings;
    this.#codeKeys = new CodeKeys(settings.extract);
  }

  /** The latest outcome; undefined before the first. */
  get last(): Outcome | undefined {
    return this.#last;
  }

  /** The outcome for what is on disk now: a run, the one under way, or the last one if it still holds. */
  async run(options: { readonly quick?: boolean } = {}): Promise<Outcome> {
    if (this.#running !== undefined) return this.#running;
    if (this.#last !== undefined && (await this.#holds(this.#last))) return this.#last;
    return this.#start(options.quick ?? true);
  }

  /** Tells of a change on disk. Once changes pause, it is looked at; the tool's own writes change nothing. */
  changed(path: string): void {
    const isCode = this.#codeKeys.changed(path);
    if (isCode || this.#concerns(path)) this.#lookSoon();
  }

  #lookSoon(): void {
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => void this.#catchUp(), SETTLE + this.settings.debounce);
    this.#settle.unref();
    if (this.#running !== undefined) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#catchUp(), this.settings.debounce);
    this.#timer.unref();
  }

  /** In a dev session: looks for keys in code, whatever has changed. */
  async extract(): Promise<Outcome> {
    this.#codeKeys.want();
    await this.#running;
    return this.#start(false);
  }

  /** Hears of every new outcome. The returned function ends that; with the last listener, work in hand ends too. */
  subscribe(listener: OutcomeListener): () => void {
    this.#engines.stay();
    this.#listeners.add(listener);
    if (this.#last !== undefined) this.#followConfig();
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
      clearTimeout(this.#timer);
      clearTimeout(this.#settle);
      clearTimeout(this.#retry);
      clearTimeout(this.#configPoll);
      this.#engines.end();
    };
  }

  /** Runs again if anything differs from what the last run saw. */
  async #catchUp(): Promise<void> {
    if (this.#running !== undefined) {
      this.#again = true;
    } else if (this.#last === undefined || !(await this.#holds(this.#last))) {
      await this.#start(false);
    }
  }

  #start(quick: boolean): Promise<Outcome> {
    this.#running ??= this.#look(quick).finally(() => {
      this.#running = undefined;
      if (!this.#again) return;
      this.#again = false;
      if (this.#listeners.size > 0) void this.#catchUp();
    });
    return this.#running;
  }

  async #look(quick: boolean): Promise<Outcome> {
    this.runs += 1;
    this.#isOtherConfig = false;
    this.#config = await configFileOf(this.settings);
    const codeKeys = this.#listeners.size > 0 ? this.#codeKeys : undefined;
    const found = await look(this.settings, { quick, codeKeys, engines: this.#engines });
    const outcome = { ...found, extraction: found.extraction ?? this.#last?.extraction };
    this.#last = outcome;
    for (const listener of this.#listeners) listener(outcome);
    this.#planRetry(outcome);
    if (this.#listeners.size > 0) this.#followConfig();
    return outcome;
  }

  /** A dev session recovers from a service that was down without being touched. */
  #planRetry(outcome: Outcome): void {
    clearTimeout(this.#retry);
    if (this.#listeners.size === 0 || !failedAtService(outcome)) {
      this.#retryDelay = FIRST_RETRY;
      return;
    }
    this.#retry = setTimeout(() => void this.#start(false), this.#retryDelay);
    this.#retry.unref();
    this.#retryDelay = Math.min(LONGEST_RETRY, this.#retryDelay * 2);
  }

  /** A config may come to stand where no watcher looks: above the bundler's root, or nearer than the one that counts. */
  #followConfig(): void {
    clearTimeout(this.#configPoll);
    this.#configPoll = setTimeout(() => void this.#findConfig(), CONFIG_POLL);
    this.#configPoll.unref();
  }

  async #findConfig(): Promise<void> {
    const config = await configFileOf(this.settings);
    if (this.#listeners.size === 0) return;
    if (config !== this.#config) {
      this.#isOtherConfig = true;
      this.#lookSoon();
    } else this.#followConfig();
  }

  async #holds(outcome: Outcome): Promise<boolean> {
    if (this.#isOtherConfig) return false;
    return !(this.#listeners.size > 0 && this.#codeKeys.wanted) && holds(outcome);
  }

  #concerns(path: string): boolean {
    const last = this.#last;
    // Nothing is known of a project without a report; whatever may be a catalog or a config may mend it.
    if (last?.report === undefined) return CATALOG_OR_CONFIG.test(path);
    return last.files.includes(path) || last.folders.includes(dirname(path));
  }
}

const CATALOG_OR_CONFIG = /\.(?:jsonc?|arb|ya?ml|xlf2?|xliff|srt)$|[\\/]service\.config\.\w+$/i;

const PASSING: ReadonlySet<string> = new Set(['network', 'timeout', 'server', 'rate']);

/** Whether the service failed in a way that may pass; a wrong key or a refused text does not. */
function failedAtService({ error, report }: Outcome): boolean {
  if (error !== undefined && PASSING.has(error.code)) return true;
  return report?.problems.some(({ code }) => code === 'service-failed') === true;
}

/** Whether nothing that an outcome rests on has changed. What is not certain does not hold. */
async function holds({ inputs, report }: Outcome): Promise<boolean> {
  if (inputs.length === 0 || report === undefined) return false;
  const { isUnchanged } = await import('../src/index.js');
  return inputs.every(isUnchanged);
}
