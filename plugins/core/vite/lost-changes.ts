import { statSync } from 'node:fs';
import type { ViteDevServer } from 'vite';
import type { Outcome } from '../outcome.js';

/** Milliseconds that the watcher has to report a change by itself. */
const PATIENCE = 300;

/**
 * Vite's watcher loses a change now and then, most of all on a busy machine, and then the page
 * keeps its old text. The difference between two runs shows what has changed, and what the watcher
 * lost is reported in its place.
 */
export class LostChanges {
  readonly #watcher: ViteDevServer['watcher'];
  /** When each file changed, as the last run found it. */
  readonly #changed = new Map<string, number>();
  /** When the watcher last reported it. */
  readonly #reported = new Map<string, number>();

  constructor(watcher: ViteDevServer['watcher']) {
    this.#watcher = watcher;
  }

  /** The watcher reported a file. */
  reported(path: string): void {
    if (this.#changed.has(path)) this.#reported.set(path, Date.now());
  }

  /** A run ended: reports what it saw change and the watcher did not. */
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
 * When each file of an outcome changed. A run that is not certain of what it saw leaves no stamps:
 * files are read now.
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
      // Not there yet, or in a folder that nobody may enter.
      return [];
    }
  });
}
