import { resolve, sep } from 'node:path';
import type { Compilation, Compiler } from 'webpack';
import { STATE_FOLDER } from '../src/state/names.js';
import { checkOptions } from './check-options.js';
import { describeKeys } from './code-keys.js';
import { BUILT_LIVE_MODULE, LIVE_MODULE } from './live.js';
import { configFilesOf } from './look.js';
import type { Outcome } from './look.js';
import type { LocaleSyncOptions } from './options.js';
import { NAME, openContext } from './shared.js';
import { builtStatusModule, STATUS_MODULE } from './status.js';
import { provideModule } from './webpack-module.js';
import { settledSoon } from './webpack-watch.js';
import { webpackError } from './webpack-error.js';

export type { LocaleSyncOptions } from './options.js';
export type { LocaleSyncStatus } from './status.js';

/**
 * Keeps the catalogs of a webpack project checked, or with `mode: 'sync'` translated. It runs once before a build,
 * however many compilers there are, and again in watch mode when a catalog or the config has changed.
 */
export class LocaleSyncPlugin {
  readonly #options: LocaleSyncOptions;

  constructor(options: LocaleSyncOptions = {}) {
    checkOptions(options);
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    const context = openContext(this.#options, { root: compiler.context });
    const { project } = context;
    let outcome: Outcome | undefined;
    let watchedFirst: readonly string[] = [];
    let stop: (() => void) | undefined;
    let extracted: string | undefined;
    let isAsking = false;
    const refreshStatus = provideModule(compiler, STATUS_MODULE, () => builtStatusModule(outcome));
    provideModule(compiler, LIVE_MODULE, () => BUILT_LIVE_MODULE);
    const logger = compiler.getInfrastructureLogger(NAME);
    compiler.hooks.run.tapPromise(NAME, async () => {
      outcome = await project.run();
    });
    compiler.hooks.watchRun.tapPromise(NAME, async () => {
      isAsking = true;
      stop ??= project.subscribe(({ extraction, files: [config] }) => {
        // Another config has come to count, which webpack does not watch yet.
        if (!isAsking && config !== outcome?.files[0]) compiler.watching?.invalidate();
        const text = extraction === undefined ? undefined : describeKeys(extraction);
        if (text !== undefined && text !== extracted)
          logger[extraction?.error ? 'warn' : 'info'](text);
        extracted = text;
      });
      for (const file of compiler.modifiedFiles ?? []) project.changed(file);
      outcome = await settledSoon(project, () => compiler.watching?.invalidate());
      isAsking = false;
      if (outcome === undefined) watchedFirst = await configFilesOf(project.settings);
      refreshStatus();
    });
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      if (outcome === undefined) {
        for (const file of watchedFirst) compilation.fileDependencies.add(file);
        return;
      }
      register(compilation, outcome, compiler.outputPath);
      const error = context.errorOf(outcome);
      if (error !== undefined) compilation.errors.push(webpackError(compiler, error));
      const warning = context.warningOf(outcome);
      if (warning !== undefined) compilation.warnings.push(webpackError(compiler, warning));
    });
    compiler.hooks.watchClose.tap(NAME, () => stop?.());
  }
}

/**
 * A folder is watched with all that is below it. Where that is the output or our own state, each build would start the
 * next; a new catalog there is found with the next rebuild.
 */
function register(compilation: Compilation, { root, files, folders }: Outcome, output: string) {
  // Without a config they are names that one may come to have.
  const { fileDependencies, missingDependencies } = compilation;
  const dependencies = root === undefined ? missingDependencies : fileDependencies;
  for (const file of files) dependencies.add(file);
  if (root === undefined) return;
  const written = [output, resolve(root, STATE_FOLDER)];
  for (const folder of folders) {
    const holds = (path: string): boolean => path.startsWith(folder + sep);
    if (!written.some(holds)) compilation.contextDependencies.add(folder);
  }
}
