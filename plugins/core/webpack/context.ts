import { existsSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Compilation, Compiler, WebpackError } from 'webpack';
import { STATE_FOLDER } from '../../../src/lock/index.js';
import { NAME, openContext } from '../context.js';
import type { Context } from '../context.js';
import type { DevNotice } from '../dev-notice.js';
import { DevLog } from '../dev-notice.js';
import type { Notice } from '../notice.js';
import type { LocaleSyncOptions } from '../options.js';
import type { Outcome } from '../outcome.js';
import type { Project } from '../project.js';
import { BUILT_LIVE, builtStatus, LIVE_MODULE, STATUS_MODULE } from '../virtual-modules.js';

interface Notices {
  readonly error: Notice | undefined;
  readonly warning: Notice | undefined;
}

const printed = new WeakSet<DevNotice>();

/** The plugin in one compiler of webpack or Rspack. */
export class WebpackContext {
  readonly #compiler: Compiler;
  readonly #context: Context;
  readonly #refreshStatus: () => void;
  #outcome: Outcome | undefined;
  /** The config or every possible config file, until there is an outcome. */
  #configFiles: readonly string[] = [];
  #stop: (() => void) | undefined;
  #isWaiting = false;
  #isWatching = false;
  readonly #log = new DevLog();
  #shownLine: string | undefined;

  /** @throws TypeError for invalid options */
  constructor(options: LocaleSyncOptions, compiler: Compiler) {
    this.#compiler = compiler;
    this.#context = openContext(options, { root: compiler.context });
    this.#refreshStatus = provideModule(compiler, STATUS_MODULE, () => builtStatus(this.#outcome));
    provideModule(compiler, LIVE_MODULE, () => BUILT_LIVE);
  }

  async beforeRun(): Promise<void> {
    this.#outcome = await this.#context.project.run();
  }

  /** Waits for the outcome, but not so long that it would delay a rebuild. */
  async beforeWatchRun(): Promise<void> {
    const { project } = this.#context;
    this.#isWaiting = true;
    this.#isWatching = true;
    this.#stop ??= project.subscribe((outcome) => this.#onOutcome(outcome));
    for (const file of this.#compiler.modifiedFiles ?? []) project.changed(file);
    this.#outcome = await outcomeSoon(project, () => this.#rebuild());
    this.#isWaiting = false;
    if (this.#outcome === undefined) this.#configFiles = await project.configFiles();
    this.#refreshStatus();
  }

  /** Registers files to watch, and adds errors and warnings. */
  report(compilation: Compilation): void {
    const outcome = this.#outcome;
    if (outcome === undefined) {
      for (const file of this.#configFiles) compilation.fileDependencies.add(file);
      return;
    }
    addDependencies(compilation, outcome, { outputPath: this.#compiler.outputPath });
    const { error, warning } = this.#isWatching
      ? this.#devNotices(outcome)
      : this.#notices(outcome);
    if (error !== undefined) compilation.errors.push(webpackError(this.#compiler, error));
    if (warning !== undefined) compilation.warnings.push(webpackError(this.#compiler, warning));
  }

  #notices(outcome: Outcome): Notices {
    return { error: this.#context.errorOf(outcome), warning: this.#context.warningOf(outcome) };
  }

  /**
   * The errors and warnings of mistakes. Open work is printed as a line in the terminal instead.
   */
  #devNotices(outcome: Outcome): Notices {
    const { alarm } = outcome.dev;
    const error = this.#context.overlayOf(outcome);
    const isNews = this.#log.news(outcome.dev).some((saying) => saying === alarm);
    return { error, warning: error === undefined && isNews ? alarm : undefined };
  }

  close(): void {
    this.#stop?.();
  }

  #onOutcome(outcome: Outcome): void {
    const {
      dev,
      files: [config],
    } = outcome;
    // An error already says everything.
    if (this.#context.overlayOf(outcome) === undefined) this.#printLine(dev);
    // Another config applies now, which webpack does not watch yet.
    if (!this.#isWaiting && config !== this.#outcome?.files[0]) this.#rebuild();
    const logger = this.#compiler.getInfrastructureLogger(NAME);
    for (const { severity, text } of this.#log.keys(outcome.extraction))
      logger[severity === 'info' ? 'info' : 'warn'](text);
  }

  #printLine(dev: DevNotice): void {
    const { line } = dev;
    // Printed by only one of several compilers.
    const isNews = line !== undefined && line !== this.#shownLine && !printed.has(dev);
    if (isNews) this.#compiler.getInfrastructureLogger(NAME).warn(line);
    printed.add(dev);
    this.#shownLine = line;
  }

  #rebuild(): void {
    this.#compiler.watching?.invalidate();
  }
}

/**
 * Makes webpack watch what an outcome depends on. Folders are watched recursively, so those that
 * contain the output or our own state are left out: each build would trigger the next. A new
 * catalog there is found by the next rebuild.
 */
function addDependencies(
  { fileDependencies, missingDependencies, contextDependencies }: Compilation,
  { root, files, folders }: Outcome,
  { outputPath }: { readonly outputPath: string },
): void {
  // Without a config, the files are the possible config files.
  const dependencies = root === undefined ? missingDependencies : fileDependencies;
  for (const file of files) dependencies.add(file);
  if (root === undefined) return;
  const written = [outputPath, resolve(root, STATE_FOLDER)];
  for (const folder of folders) {
    const holds = (path: string): boolean => path.startsWith(folder + sep);
    if (!existsSync(folder)) missingDependencies.add(folder);
    else if (!written.some(holds)) contextDependencies.add(folder);
  }
}

/** A notice as webpack and Rspack print it: with the file and the position in it. */
function webpackError({ webpack }: Compiler, { text, place }: Notice): WebpackError {
  const error = new webpack.WebpackError(text);
  error.hideStack = true;
  if (place !== undefined) {
    const { file, line, column } = place;
    error.file = file;
    if (takesPlaces(webpack))
      error.loc = { start: { line, column: column - 1 }, end: { line, column: column - 1 } };
  }
  return error;
}

/**
 * Before 1.4, Rspack crashes on a position in a file that is not a module. The notice's text
 * contains it anyway.
 */
function takesPlaces(webpack: Compiler['webpack'] & { readonly rspackVersion?: string }): boolean {
  const [major = 0, minor = 0] = (webpack.rspackVersion ?? '').split('.').map(Number);
  return webpack.rspackVersion === undefined || major > 1 || minor >= 4;
}

/**
 * Provides a module whose code is generated when something imports it. Call the returned function
 * before each rebuild: if the code has changed, the module is loaded again.
 */
function provideModule(compiler: Compiler, name: string, code: () => string): () => void {
  const importers = new Set<string>();
  let given: string | undefined;
  compiler.hooks.normalModuleFactory.tap(NAME, (factory) => {
    factory.hooks.beforeResolve.tap(NAME, (data) => {
      if (data.request !== name) return;
      given = code();
      importers.add(data.contextInfo.issuer);
      data.request = `data:text/javascript,${encodeURIComponent(given)}`;
    });
  });
  return () => {
    if (given === undefined || given === code()) return;
    // Rspack resolves a module's imports only if that module has changed; webpack does so in every
    // build.
    compiler.modifiedFiles = new Set([...(compiler.modifiedFiles ?? []), ...importers]);
  };
}

/** Milliseconds that a rebuild waits for translations. */
const LONGEST = 300;

/**
 * The project's outcome or, if it takes longer (a slow service), the last one. Bundling continues,
 * and `onNews` is called once there is something new to report.
 */
async function outcomeSoon(project: Project, onNews: () => void): Promise<Outcome | undefined> {
  const enough = new AbortController();
  const run = project.run();
  const late = Symbol('late');
  const first = await Promise.race([
    run,
    sleep(LONGEST, late, { signal: enough.signal, ref: false }).catch(() => late),
  ]);
  enough.abort();
  if (first !== late) return run;
  const { last } = project;
  void run.then((outcome) => {
    // Writing a watched file triggers a rebuild anyway; other news does not.
    if (last === undefined || isNews(outcome, last)) onNews();
  });
  return last;
}

/** Whether there is something to report or watch that there was not before. */
function isNews({ notice, files, folders }: Outcome, last: Outcome): boolean {
  if (notice?.text !== last.notice?.text) return true;
  const known = new Set([...last.files, ...last.folders]);
  return [...files, ...folders].some((path) => !known.has(path));
}
