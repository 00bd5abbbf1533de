import { statSync } from 'node:fs';
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
  readonly #known = new Map<string, number>();
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
  found(outcome: Outcome): void {
    const changed: [path: string, time: number][] = [];
    for (const [path, time] of changeTimes(outcome)) {
      const before = this.#known.get(path);
      this.#known.set(path, time);
      if (before !== undefined && before !== time) changed.push([path, time]);
    }
    if (changed.length > 0) setTimeout(() => this.#tell(changed), PATIENCE).unref();
  }

  #tell(changed: readonly (readonly [string, number])[]): void {
    for (const [path, mtime] of changed) {
      if ((this.#told.get(path) ?? 0) < mtime) this.#watcher.emit('change', path);
    }
  }
}

/** When each file of an outcome was changed. A run that is not certain of what it saw left no stamps: they are looked at now. */
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
      // Still to come, or in a folder that nobody may enter.
      return [];
    }
  });
}
