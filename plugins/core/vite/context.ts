import type {
  DevEnvironment,
  EnvironmentModuleNode,
  HotUpdateOptions,
  Plugin,
  ResolvedConfig,
  UserConfig,
  ViteDevServer,
} from 'vite';
import { STATE_FOLDER } from '../../../src/lock/index.js';
import { openContext, requireSupported } from '../context.js';
import type { Context } from '../context.js';
import type { LocaleSyncOptions } from '../options.js';
import { checkOptions } from '../options.js';
import { beforeBuild } from '../rollup/context.js';
import type { BuildHost } from '../rollup/context.js';
import { BADGE_IMPORT, BADGE_MODULE, badgeModule, loadVirtual } from '../virtual-modules.js';
import { DevSession, type MaybeEnvironment } from './dev-session.js';

/**
 * Runs create and remove files in the state folder. They are not modules, and each watched file
 * takes a handle.
 */
const UNWATCHED: UserConfig = { server: { watch: { ignored: [`**/${STATE_FOLDER}/**`] } } };

/**
 * Vite's client, which every page of a dev server loads, whether it is made from an HTML file or by
 * a framework.
 */
export const CLIENT = /[\\/]dist[\\/]client[\\/]client\.mjs$/;

interface ViteHost extends BuildHost {
  readonly environment: MaybeEnvironment;
  readonly meta: { readonly rollupVersion: string };
}

/** The plugin in Vite, in builds and dev servers. */
export class ViteContext {
  readonly #options: LocaleSyncOptions;
  /** Undefined under Vitest: tests change no catalogs and pay for no translations. */
  #context: Context | undefined;
  /** What the last config was for. */
  #command: ResolvedConfig['command'] = 'build';
  /** By config: a restarted server closes after its successor opens, and both have this plugin. */
  readonly #sessions = new Map<ResolvedConfig, DevSession>();

  /** @throws TypeError for invalid options */
  constructor(options: LocaleSyncOptions) {
    checkOptions(options);
    this.#options = options;
  }

  config({ server }: UserConfig): UserConfig | undefined {
    return server?.watch === null ? undefined : UNWATCHED;
  }

  configResolved({ root, plugins, command }: ResolvedConfig): void {
    this.#command = command;
    if (!plugins.some(isVitest)) this.#context = openContext(this.#options, { root });
  }

  configureServer(server: ViteDevServer): void {
    if (this.#context === undefined) return;
    this.#sessions.set(server.config, new DevSession(this.#context, server));
  }

  async buildStart(host: ViteHost): Promise<void> {
    // Vite provides its own version only from 7 on; Rollup's version distinguishes 5 from 4.
    const isOld = Number.parseInt(host.meta.rollupVersion, 10) < 4;
    if (isOld) requireSupported('Vite', undefined);
    if (this.#context === undefined || this.#sessionOf(host.environment) !== undefined) return;
    // React Router compiles its routes with a second dev server, which has no `configureServer`.
    if ((host.environment?.getTopLevelConfig().command ?? this.#command) === 'serve') return;
    await beforeBuild(this.#context, host);
  }

  load(id: string, environment: MaybeEnvironment): string | undefined {
    const isDev = this.#sessionOf(environment) !== undefined;
    const outcome = this.#context?.project.last;
    if (isDev && id === `\0${BADGE_MODULE}`) return badgeModule(outcome);
    return loadVirtual(id, outcome, { isDev });
  }

  /** Adds the badge to Vite's client in dev. */
  transform(code: string, id: string): { code: string; map: null } | undefined {
    if (this.#options.badge === false || this.#sessions.size === 0) return undefined;
    // Vite 5 ignores filters.
    return CLIENT.test(id) ? { code: `${code}\n${BADGE_IMPORT}\n`, map: null } : undefined;
  }

  hotUpdate(
    update: HotUpdateOptions,
    environment: MaybeEnvironment<DevEnvironment>,
  ): EnvironmentModuleNode[] | undefined {
    return this.#sessionOf(environment)?.update(environment, update);
  }

  buildEnd(environment: MaybeEnvironment): void {
    // Without environments, the server that closes is the one that opened first.
    const config = environment?.getTopLevelConfig() ?? [...this.#sessions.keys()].at(0);
    if (config === undefined) return;
    this.#sessions.get(config)?.close();
    this.#sessions.delete(config);
  }

  #sessionOf(environment: MaybeEnvironment): DevSession | undefined {
    if (environment === undefined) return [...this.#sessions.values()].at(-1);
    return this.#sessions.get(environment.getTopLevelConfig());
  }
}

/** Whether it is one of Vitest's own plugins, which Vitest adds to the app's config. */
function isVitest({ name }: Plugin): boolean {
  return name === 'vitest' || name.startsWith('vitest:');
}
