import { statSync } from 'node:fs';
import type { ViteDevServer } from 'vite';
import type { Outcome } from '../outcome.js';

/** Milliseconds that the watcher has to report a change. */
const PATIENCE = 300;

/**
 * Vite's watcher sometimes misses a change, especially on a busy machine, and the page then keeps
 * its old text. This compares two runs, and reports changes that the watcher missed.
 */
export class LostChanges {
  readonly #watcher: ViteDevServer['watcher'];
  /** When each file changed, by the last run. */
  readonly #changed = new Map<string, number>();
  /** When the watcher last reported each file. */
  readonly #reported = new Map<string, number>();

  constructor(watcher: ViteDevServer['watcher']) {
    this.#watcher = watcher;
  }

  /** Called when the watcher reported a file. */
  reported(path: string): void {
    if (this.#changed.has(path)) this.#reported.set(path, Date.now());
  }

  /** Called when a run ended: reports changes that the run saw and the watcher did not. */
  report(outcome: Outcome): void {
    const changed: [path: string, time: number][] = [];
    for (const [path, time] of changeTimes(outcome)) {
      const before = this.#changed.get(path);
      this.#changed.set(path, time);
      if (before !== undefined && before !== time) changed.push([path, time]);
    }
    if (changed.length > 0) setTimeout(() => this.#emit(changed), PATIENCE).unref();
  }

  #emit(changed: readonly (readonly [string, number])[]): void {
    for (const [path, time] of changed) {
      if ((this.#reported.get(path) ?? 0) < time) this.#watcher.emit('change', path);
    }
  }
}

/**
 * When each file of an outcome changed. Without stamps, if the run was uncertain, reads the files'
 * current times.
 */
function changeTimes({ inputs, files }: Outcome): [path: string, time: number][] {
  if (inputs.length > 0) {
    return inputs.flatMap(({ kind, path, mtime }): [string, number][] =>
      kind === 'file' ? [[path, Math.floor(mtime)]] : [],
    );
  }
  return files.flatMap((path): [string, number][] => {
    try {
      return [[path, Math.floor(statSync(path).mtimeMs)]];
    } catch {
      // The file does not exist yet, or its folder is not accessible.
      return [];
    }
  });
}
