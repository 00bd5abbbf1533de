import type { Engine, ResolvedConfig, Stamp } from '../../src/index.js';
import { environment } from './environment.js';
import { WORDS } from './hints.js';

/** An engine with the config that it was created for. */
export interface OpenEngine {
  /**
   * Stamp of the config file from before it was read: a change in between makes an outcome
   * outdated, not wrong.
   */
  readonly stamp: Stamp;
  readonly config: ResolvedConfig;
  readonly engine: Engine;
}

/**
 * Creates engines for runs. In a dev session one engine stays warm until its config changes, so
 * that the cost of a run after a saved catalog depends on the change, not on the project.
 */
export class Engines {
  #keepsWarm = false;
  #open: OpenEngine | undefined;
  #abort = new AbortController();

  async open(find: {
    readonly cwd: string;
    readonly file: string | undefined;
  }): Promise<OpenEngine> {
    // The engine is loaded by the first hook that needs it, so that adding the plugin costs almost
    // nothing.
    const api = await import('../../src/index.js');
    const path = api.findConfigFile(find);
    const known = this.#open;
    if (known?.stamp.path === path && api.isUnchanged(known.stamp)) return known;
    await this.#close();
    const stamp = api.stampFile(path);
    const config = await api.loadConfig({ ...find, env: environment() });
    const { signal } = this.#abort;
    const engine = api.createEngine(config, { signal, warm: this.#keepsWarm, words: WORDS });
    const open = { stamp, config, engine };
    if (this.#keepsWarm) this.#open = open;
    return open;
  }

  /** Starts a dev session: engines stay open between runs. */
  keepWarm(): void {
    this.#keepsWarm = true;
  }

  /** Ends the dev session: the current run stops with every answer saved, and the engine closes. */
  end(): void {
    this.#keepsWarm = false;
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
