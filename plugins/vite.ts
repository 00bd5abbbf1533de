import type { Environment, Plugin, ResolvedConfig, UserConfig } from 'vite';
import { STATE_FOLDER } from '../src/state/names.js';
import { beforeBuild, resolveVirtual } from './build-hooks.js';
import { checkOptions } from './check-options.js';
import { BUILT_LIVE_MODULE, DEV_LIVE_MODULE, LIVE_MODULE } from './live.js';
import type { LocaleSyncOptions } from './options.js';
import { NAME, openContext } from './shared.js';
import type { Context } from './shared.js';
import { builtStatusModule, liveStatusModule, STATUS_MODULE } from './status.js';
import { serveCatalogs } from './vite-dev.js';
import type { DevSession } from './vite-dev.js';

export type { CatalogUpdate, LoadedUpdate } from './live.js';
export type { LocaleSyncOptions } from './options.js';
export type { LocaleSyncStatus } from './status.js';

/** Every run makes and removes files in the state folder; they are nobody's modules, and each watched one has a handle. */
const UNWATCHED: UserConfig = { server: { watch: { ignored: [`**/${STATE_FOLDER}/**`] } } };

/**
 * Keeps the catalogs of a Vite project checked, or with `mode: 'sync'` translated. In a build it runs once, whatever
 * environments there are; in dev it runs beside the server, which never waits for it. Under Vitest it does nothing.
 */
export function localeSync(options: LocaleSyncOptions = {}): Plugin {
  checkOptions(options);
  let context: Context | undefined;
  // A server that starts anew is closed after its successor has been made, and both have this plugin.
  const sessions = new Map<ResolvedConfig, DevSession>();
  const sessionOf = (environment: Environment): DevSession | undefined =>
    sessions.get(environment.getTopLevelConfig());
  return {
    name: NAME,
    sharedDuringBuild: true,
    config: ({ server }) => (server?.watch === null ? undefined : UNWATCHED),
    configResolved: ({ root, plugins }) => {
      // Tests change no catalogs, and pay for none.
      if (!plugins.some(isVitest)) context = openContext(options, { root });
    },
    configureServer: (server) => {
      if (context !== undefined) sessions.set(server.config, serveCatalogs(context, server));
    },
    async buildStart() {
      if (context === undefined || sessionOf(this.environment) !== undefined) return;
      await beforeBuild(context, this);
    },
    resolveId: (id) => resolveVirtual(id),
    load(id) {
      const last = context?.project.last;
      const isBuilt = sessionOf(this.environment) === undefined;
      if (id === `\0${STATUS_MODULE}`) {
        return isBuilt ? builtStatusModule(last) : liveStatusModule(last);
      }
      if (id !== `\0${LIVE_MODULE}`) return undefined;
      return isBuilt ? BUILT_LIVE_MODULE : DEV_LIVE_MODULE;
    },
    hotUpdate(update) {
      return sessionOf(this.environment)?.update(this.environment, update);
    },
    buildEnd() {
      sessionOf(this.environment)?.close();
      sessions.delete(this.environment.getTopLevelConfig());
    },
  };
}

/** Whether a plugin is one of Vitest's own, which it adds to the app's config. */
function isVitest({ name }: Plugin): boolean {
  return name === 'vitest' || name.startsWith('vitest:');
}
