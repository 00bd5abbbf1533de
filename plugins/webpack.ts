import type { Compiler } from 'webpack';
import { NAME, requireSupported } from './core/context.js';
import type { LocaleSyncOptions } from './core/options.js';
import { checkOptions } from './core/options.js';
import { WebpackContext } from './core/webpack/context.js';

export type { LocaleSyncOptions } from './core/options.js';
export type { LocaleSyncStatus } from './core/status.js';

/**
 * Checks the catalogs of a webpack project or, with `mode: 'sync'`, translates them. Runs once
 * before a build, regardless of the number of compilers, and again in watch mode when a catalog or
 * the config changes.
 */
export class LocaleSyncPlugin {
  readonly #options: LocaleSyncOptions;

  constructor(options: LocaleSyncOptions = {}) {
    checkOptions(options);
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    // Compilers before webpack 5 do not have it.
    const { webpack } = compiler as { readonly webpack?: { readonly version?: string } };
    requireSupported('webpack', webpack?.version);
    const context = new WebpackContext(this.#options, compiler);
    compiler.hooks.run.tapPromise(NAME, () => context.beforeRun());
    compiler.hooks.watchRun.tapPromise(NAME, () => context.beforeWatchRun());
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => context.report(compilation));
    compiler.hooks.watchClose.tap(NAME, () => context.close());
  }
}
