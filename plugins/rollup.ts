import type { Plugin } from 'rollup';
import { beforeBuild, resolveVirtual } from './build-hooks.js';
import { checkOptions } from './check-options.js';
import { BUILT_LIVE_MODULE, LIVE_MODULE } from './live.js';
import type { LocaleSyncOptions } from './options.js';
import { NAME, openContext } from './shared.js';
import { builtStatusModule, STATUS_MODULE } from './status.js';

export type { LocaleSyncOptions } from './options.js';
export type { LocaleSyncStatus } from './status.js';

/**
 * Keeps the catalogs of a Rollup project checked, or with `mode: 'sync'` translated: before each build, and in watch
 * mode again when a catalog or the config has changed. The root is the folder that the bundler is started in.
 */
export function localeSync(options: LocaleSyncOptions = {}): Plugin {
  checkOptions(options);
  const context = openContext(options, { root: process.cwd() });
  const { project } = context;
  let stop: (() => void) | undefined;
  return {
    name: NAME,
    async buildStart() {
      if (this.meta.watchMode) stop ??= project.subscribe(() => undefined);
      await beforeBuild(context, this);
    },
    resolveId: (id) => resolveVirtual(id),
    load: (id) => {
      if (id === `\0${STATUS_MODULE}`) return builtStatusModule(project.last);
      return id === `\0${LIVE_MODULE}` ? BUILT_LIVE_MODULE : undefined;
    },
    closeWatcher: () => stop?.(),
  };
}
