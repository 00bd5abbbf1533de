import type { Plugin } from 'rollup';
import { NAME } from './core/context.js';
import type { LocaleSyncOptions } from './core/options.js';
import { RollupContext } from './core/rollup/context.js';
import { resolveVirtual } from './core/virtual-modules.js';

export type { LocaleSyncOptions } from './core/options.js';
export type { LocaleSyncStatus } from './core/status.js';

/**
 * Checks the catalogs of a Rollup project or, with `mode: 'sync'`, translates them: before each
 * build, and in watch mode again when a catalog or the config changes. The root is the folder in
 * which the bundler is started.
 */
export function localeSync(options: LocaleSyncOptions = {}): Plugin {
  const context = new RollupContext(options);
  return {
    name: NAME,
    async buildStart() {
      await context.buildStart(this);
    },
    resolveId: (id) => resolveVirtual(id),
    load: (id) => context.load(id),
    closeWatcher: () => context.closeWatcher(),
  };
}
