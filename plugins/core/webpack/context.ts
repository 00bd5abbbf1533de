import type { Compilation, Compiler } from 'webpack';
import { describeKeys } from '../code-keys.js';
import { NAME, openContext } from '../context.js';
import type { Context } from '../context.js';
import { DevLog } from '../dev-log.js';
import type { DevNotice } from '../dev-notice.js';
import type { Notice } from '../notice.js';
import type { LocaleSyncOptions } from '../options.js';
import type { Outcome } from '../outcome.js';
import { BUILT_LIVE, builtStatus, LIVE_MODULE, STATUS_MODULE } from '../virtual-modules.js';
import { addDependencies } from './dependencies.js';
import { webpackError } from './error.js';
import { provideModule } from './virtual-module.js';
import { outcomeSoon } from './wait.js';

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
  #shownKeys: string | undefined;
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
      extraction,
      files: [config],
    } = outcome;
    // An error already says everything.
    if (this.#context.overlayOf(outcome) === undefined) this.#printLine(dev);
    // Another config applies now, which webpack does not watch yet.
    if (!this.#isWaiting && config !== this.#outcome?.files[0]) this.#rebuild();
    const text = extraction === undefined ? undefined : describeKeys(extraction);
    if (text !== undefined && text !== this.#shownKeys) {
      const logger = this.#compiler.getInfrastructureLogger(NAME);
      if (extraction?.error === null) logger.info(text);
      else logger.warn(text);
    }
    this.#shownKeys = text;
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
