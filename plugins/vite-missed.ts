import type { ViteDevServer } from 'vite';
import type { Outcome } from './look.js';

/** Milliseconds that the watcher has to tell of a change by itself. */
const PATIENCE = 300;

/**
 * Vite's watcher loses a change now and then, most of all on a busy machine, and then the page keeps its old text. What
 * has changed between two runs is known, so what it did not tell is told in its place.
 */
export class MissedChanges {
  readonly #watcher: ViteDevServer['watcher'];
  /** When each file was changed, as the last run found it. */
  #known = new Map<string, number>();
  /** When the watcher last told of it. */
  readonly #told = new Map<string, number>();

  constructor(watcher: ViteDevServer['watcher']) {
    this.#watcher = watcher;
  }

  /** The watcher told of a file. */
  told(path: string): void {
    if (this.#known.has(path)) this.#told.set(path, Date.now());
  }

  /** A run ended. */
  found({ inputs }: Outcome): void {
    if (inputs.length === 0) return;
    const before = this.#known;
    this.#known = new Map(
      inputs.flatMap(({ kind, path, mtime }) =>
        kind === 'file' ? [[path, Math.floor(mtime)]] : [],
      ),
    );
    const changed = [...this.#known].filter(
      ([path, mtime]) => before.has(path) && before.get(path) !== mtime,
    );
    if (changed.length > 0) setTimeout(() => this.#tell(changed), PATIENCE).unref();
  }

  #tell(changed: readonly (readonly [string, number])[]): void {
    for (const [path, mtime] of changed) {
      if ((this.#told.get(path) ?? 0) < mtime) this.#watcher.emit('change', path);
    }
  }
}
