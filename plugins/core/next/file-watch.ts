import { resolve } from 'node:path';
import type { ChokidarOptions, FSWatcher } from 'chokidar';
import type { Outcome } from '../outcome.js';

/** Folders without code of the project. */
const WITHOUT_CODE = /[\\/](?:node_modules|\.[^\\/]+)(?:[\\/]|$)/;

/** Reports changes of the files that an outcome depends on, and of code. Never keeps the process alive. */
export class FileWatch {
  readonly #onChange: (path: string) => void;
  readonly #watched = new Set<string>();
  readonly #code = new Set<string>();
  #watcher: Promise<FSWatcher> | undefined;
  #codeWatcher: Promise<FSWatcher> | undefined;

  constructor(onChange: (path: string) => void) {
    this.#onChange = onChange;
  }

  /** Watches the files and code of an outcome, in addition to those already watched. */
  watch({ files, folders, code = [] }: Outcome): void {
    const added = this.#new([...files, ...folders]);
    // Folders are watched for new catalogs directly in them, not below.
    if (added.length > 0) void this.#add((this.#watcher ??= this.#open({ depth: 0 })), added);
    const addedCode = code.filter((folder) => !this.#code.has(folder));
    for (const folder of addedCode) this.#code.add(folder);
    if (addedCode.length === 0) return;
    const ignored = (path: string): boolean => !this.#mayHaveCode(path);
    void this.#add((this.#codeWatcher ??= this.#open({ ignored })), addedCode);
  }

  /** Whether it is below a folder of code, and not in one without; such a folder may be named. */
  #mayHaveCode(path: string): boolean {
    return [...this.#code].some(
      (folder) => path.startsWith(folder) && !WITHOUT_CODE.test(path.slice(folder.length)),
    );
  }

  #new(paths: readonly string[]): readonly string[] {
    const added = paths.filter((path) => !this.#watched.has(path));
    for (const path of added) this.#watched.add(path);
    return added;
  }

  async #add(watcher: Promise<FSWatcher>, paths: readonly string[]): Promise<void> {
    (await watcher).add([...paths]);
  }

  async #open(options: ChokidarOptions): Promise<FSWatcher> {
    const { watch } = await import('chokidar');
    const watcher = watch([], { persistent: false, ignoreInitial: true, ...options });
    for (const event of ['add', 'change', 'unlink'] as const) {
      watcher.on(event, (path) => {
        this.#onChange(resolve(path));
      });
    }
    return watcher;
  }
}
