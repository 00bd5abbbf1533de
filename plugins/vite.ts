import type { HotUpdateOptions, ModuleNode, Plugin } from 'vite';
import { NAME } from './core/context.js';
import type { LocaleSyncOptions } from './core/options.js';
import { resolveVirtual } from './core/virtual-modules.js';
import { CLIENT, ViteContext } from './core/vite/context.js';

export type { CatalogUpdate, LoadedUpdate } from './core/live.js';
export type { LocaleSyncOptions } from './core/options.js';
export type { LocaleSyncStatus } from './core/status.js';

/**
 * Checks the catalogs of a Vite project or, with `mode: 'sync'`, translates them. In a build it
 * runs once, regardless of the number of environments; in dev it runs beside the server, which
 * never waits for it. Under Vitest it does nothing.
 */
export function localeSync(options: LocaleSyncOptions = {}): Plugin {
  const context = new ViteContext(options);
  return {
    name: NAME,
    sharedDuringBuild: true,
    config: (config) => context.config(config),
    configResolved: (config) => context.configResolved(config),
    configureServer: (server) => context.configureServer(server),
    async buildStart() {
      await context.buildStart(this);
    },
    resolveId: (id) => resolveVirtual(id),
    load(id) {
      return context.load(id, this.environment);
    },
    transform: {
      filter: { id: CLIENT },
      handler: (code, id) => context.transform(code, id),
    },
    hotUpdate(update) {
      return context.hotUpdate(update, this.environment);
    },
    /** For Vite 5; later versions call only `hotUpdate`. */
    handleHotUpdate(update) {
      return context.hotUpdate(
        { ...update, type: 'update' } as unknown as HotUpdateOptions,
        undefined,
      ) as unknown as ModuleNode[] | undefined;
    },
    buildEnd() {
      context.buildEnd(this.environment);
    },
  };
}
