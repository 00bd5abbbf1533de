import type { Engine, ResolvedConfig, Stamp } from '../../src/index.js';
import { environment } from './environment.js';
import { WORDS } from './hints.js';

/** An engine with the config that it was made for. */
export interface OpenEngine {
  /**
   * The config file as it was before it was read: a change in between makes an outcome old, not
   * wrong.
   */
  readonly stamp: Stamp;
  readonly config: ResolvedConfig;
  readonly engine: Engine;
}

/**
 * Makes engines for runs. In a dev session one engine stays warm until its config changes, so that
 * a run after a saved catalog costs what has changed in it, not the whole project.
 */
export class Engines {
  #keepsWarm = false;
  #open: OpenEngine | undefined;
  #abort = new AbortController();

  async open(find: {
    readonly cwd: string;
    readonly file: string | undefined;
  }): Promise<OpenEngine> {
    // The engine is loaded with the first hook that needs it, so that naming a plugin costs next to
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

  /** A dev session begins: engines stay open between runs. */
  keepWarm(): void {
    this.#keepsWarm = true;
  }

  /**
   * The dev session ends: the run under way stops, with every answer saved, and the engine closes.
   */
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
