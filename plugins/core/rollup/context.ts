import { openContext } from '../context.js';
import type { Context } from '../context.js';
import type { LocaleSyncOptions } from '../options.js';
import { requireSupported } from '../supported.js';
import { loadVirtual } from '../virtual-modules.js';
import { beforeBuild } from './build.js';
import type { BuildHost } from './build.js';

interface WatchableHost extends BuildHost {
  readonly meta: { readonly watchMode: boolean; readonly rollupVersion: string };
}

/** The plugin in Rollup or Rolldown. */
export class RollupContext {
  readonly #context: Context;
  #stop: (() => void) | undefined;

  /** @throws TypeError for invalid options */
  constructor(options: LocaleSyncOptions) {
    this.#context = openContext(options, { root: process.cwd() });
  }

  async buildStart(host: WatchableHost): Promise<void> {
    requireSupported('Rollup', host.meta.rollupVersion);
    if (host.meta.watchMode) this.#stop ??= this.#context.project.subscribe(() => undefined);
    await beforeBuild(this.#context, host);
  }

  load(id: string): string | undefined {
    return loadVirtual(id, this.#context.project.last, { isDev: false });
  }

  closeWatcher(): void {
    this.#stop?.();
  }
}
