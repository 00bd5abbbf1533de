import type { Plugin } from 'rollup';
import { NAME } from './core/context.js';
import type { LocaleSyncOptions } from './core/options.js';
import { RollupContext } from './core/rollup/context.js';
import { resolveVirtual } from './core/virtual-modules.js';

export type { LocaleSyncOptions } from './core/options.js';
export type { LocaleSyncStatus } from './core/status.js';

/**
 * Keeps the catalogs of a Rollup project checked, or with `mode: 'sync'` translated: before each
 * build, and in watch mode again when a catalog or the config changes. The root is the folder that
 * the bundler is started in.
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
