import type { Plugin } from 'esbuild';
import { NAME } from './core/context.js';
import { EsbuildContext } from './core/esbuild/context.js';
import type { LocaleSyncOptions } from './core/options.js';
import { checkOptions } from './core/options.js';

export type { LocaleSyncOptions } from './core/options.js';
export type { LocaleSyncStatus } from './core/status.js';

/**
 * Checks the catalogs of an esbuild project or, with `mode: 'sync'`, translates them: before each
 * build, and in watch mode again when a catalog or the config changes. The root is
 * `absWorkingDir`.
 */
export function localeSync(options: LocaleSyncOptions = {}): Plugin {
  checkOptions(options);
  return {
    name: NAME,
    setup(build) {
      const context = new EsbuildContext(options, build.initialOptions);
      build.onStart(() => context.start());
      build.onResolve({ filter: context.requested }, (module) => context.resolve(module, build));
      build.onLoad({ filter: /.*/, namespace: NAME }, ({ path }) => context.load(path));
    },
  };
}
