import type { Engine, ResolvedConfig, Stamp } from '../src/index.js';
import { WORDS } from './core/hints.js';
import { environment } from './environment.js';

/** An engine with the config that it was made for. */
export interface OpenEngine {
  /** The config file as it was before it was read: a change in between makes an outcome old, not wrong. */
  readonly stamp: Stamp;
  readonly config: ResolvedConfig;
  readonly engine: Engine;
}

/**
 * Makes engines for runs. While a dev session lasts the engine stays, warm, until its config changes: a saved catalog
 * then costs what has changed in it, not the whole project.
 */
export class Engines {
  #stays = false;
  #open: OpenEngine | undefined;
  #abort = new AbortController();

  async open(find: {
    readonly cwd: string;
    readonly file: string | undefined;
  }): Promise<OpenEngine> {
    // The engine is loaded with the first hook that needs it, so that naming a plugin costs next to nothing.
    const api = await import('../src/index.js');
    const path = api.findConfigFile(find);
    const known = this.#open;
    if (known?.stamp.path === path && api.isUnchanged(known.stamp)) return known;
    await this.#close();
    const stamp = api.stampFile(path);
    const config = await api.loadConfig({ ...find, env: environment() });
    const { signal } = this.#abort;
    const open = {
      stamp,
      config,
      engine: api.createEngine(config, { signal, warm: this.#stays, words: WORDS }),
    };
    if (this.#stays) this.#open = open;
    return open;
  }

  /** From here on engines stay. */
  stay(): void {
    this.#stays = true;
  }

  /** Ends the run under way, with what was answered saved, and lets go of everything. */
  end(): void {
    this.#stays = false;
    this.#abort.abort();
    this.#abort = new AbortController();
    void this.#close();
  }

  async #close(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    await open?.engine.close();
  }
}
