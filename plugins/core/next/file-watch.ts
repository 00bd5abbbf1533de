import { resolve } from 'node:path';
import type { FSWatcher } from 'chokidar';
import type { Outcome } from '../outcome.js';

/** Reports changes of the files that an outcome depends on. Never keeps the process alive. */
export class FileWatch {
  readonly #onChange: (path: string) => void;
  readonly #watched = new Set<string>();
  #watcher: Promise<FSWatcher> | undefined;

  constructor(onChange: (path: string) => void) {
    this.#onChange = onChange;
  }

  /** Watches the files of an outcome, in addition to those already watched. */
  watch({ files, folders }: Outcome): void {
    const added = [...files, ...folders].filter((path) => !this.#watched.has(path));
    for (const path of added) this.#watched.add(path);
    if (added.length > 0) void this.#add(added);
  }

  async #add(paths: readonly string[]): Promise<void> {
    this.#watcher ??= this.#open();
    (await this.#watcher).add([...paths]);
  }

  async #open(): Promise<FSWatcher> {
    const { watch } = await import('chokidar');
    // Folders are watched for new catalogs directly in them, not below.
    const watcher = watch([], { persistent: false, ignoreInitial: true, depth: 0 });
    for (const event of ['add', 'change', 'unlink'] as const) {
      watcher.on(event, (path) => {
        this.#onChange(resolve(path));
      });
    }
    return watcher;
  }
}
