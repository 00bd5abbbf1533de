import type { Settings } from './options.js';
import { Timer } from './timer.js';

/** Milliseconds between two searches for the config. */
const INTERVAL = 1000;

/**
 * Notices that another config file applies. It may appear where no watcher looks: above the
 * bundler's root, or nearer than the previous one.
 */
export class ConfigPoll {
  readonly #settings: Settings;
  readonly #onChange: () => void;
  readonly #timer = new Timer(() => void this.#search());
  /** The config file when the last run began. */
  #config: string | undefined;
  #isFollowing = false;
  #hasChanged = false;

  constructor(settings: Settings, onChange: () => void) {
    this.#settings = settings;
    this.#onChange = onChange;
  }

  /** Whether another config applies than when the last run began. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** Called when a run begins. */
  async begin(): Promise<void> {
    this.#hasChanged = false;
    this.#config = await configFileOf(this.#settings);
  }

  follow(): void {
    this.#isFollowing = true;
    this.#timer.start(INTERVAL);
  }

  stop(): void {
    this.#isFollowing = false;
    this.#timer.stop();
  }

  async #search(): Promise<void> {
    const config = await configFileOf(this.#settings);
    if (!this.#isFollowing) return;
    if (config === this.#config) {
      this.follow();
      return;
    }
    this.#hasChanged = true;
    this.#onChange();
  }
}

/** The config file that applies now; undefined if there is none. */
async function configFileOf({ folder, config }: Settings): Promise<string | undefined> {
  const { likelyConfig } = await import('../../src/config/find.js');
  return likelyConfig({ cwd: folder, file: config });
}
