import { resolve } from 'node:path';
import type { ChokidarOptions, FSWatcher } from 'chokidar';
import { openContext } from '../context.js';
import type { Context } from '../context.js';
import { claim } from '../environment.js';
import { DevLog } from '../dev-notice.js';
import type { LocaleSyncOptions } from '../options.js';
import { checkOptions } from '../options.js';
import type { Outcome } from '../outcome.js';

/**
 * Next.js reads its config in several processes, of which the first one does the work. Turbopack
 * has no plugins, so catalogs are watched here.
 */
export class NextContext {
  readonly #options: LocaleSyncOptions;

  /** @throws TypeError for invalid options */
  constructor(options: LocaleSyncOptions) {
    checkOptions(options);
    this.#options = options;
  }

  /** @throws Error that lists what is open */
  async build(): Promise<void> {
    if (!claim('build', process.cwd())) return;
    const context = this.#open();
    const outcome = await context.project.run();
    const error = context.errorOf(outcome);
    // Next prints the stack of errors from its config, and ours is useless to users.
    if (error !== undefined) throw Object.assign(new Error(error.text), { stack: error.text });
    const warning = context.warningOf(outcome);
    if (warning !== undefined) print(warning.text);
  }

  /** Does not wait: the server starts meanwhile. */
  develop(): void {
    if (!claim('dev', process.cwd())) return;
    const { project } = this.#open();
    const files = new FileWatch((path) => project.changed(path));
    const log = new DevLog();
    project.subscribe((outcome) => {
      files.watch(outcome);
      for (const { text } of [...log.keys(outcome.extraction), ...log.news(outcome.dev)])
        print(text);
    });
    void project.run({ quick: false });
  }

  #open(): Context {
    return openContext(this.#options, { root: process.cwd() });
  }
}

/** Folders without code of the project. */
const WITHOUT_CODE = /[\\/](?:node_modules|\.[^\\/]+)(?:[\\/]|$)/;

/** Reports changes of the files that an outcome depends on, and of code. Never keeps the process alive. */
class FileWatch {
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
    // Folders are watched for new catalogs directly in them, not below.
    const catalogs = [...files, ...folders].filter((path) => !this.#watched.has(path));
    for (const path of catalogs) this.#watched.add(path);
    if (catalogs.length > 0)
      void (this.#watcher ??= this.#open({ depth: 0 })).then((one) => one.add(catalogs));
    const added = code.filter((folder) => !this.#code.has(folder));
    for (const folder of added) this.#code.add(folder);
    if (added.length === 0) return;
    const ignored = (path: string): boolean => !this.#mayHaveCode(path);
    void (this.#codeWatcher ??= this.#open({ ignored })).then((one) => one.add(added));
  }

  /** Whether it is below a folder of code, and not in one without; such a folder may be named. */
  #mayHaveCode(path: string): boolean {
    return [...this.#code].some(
      (folder) => path.startsWith(folder) && !WITHOUT_CODE.test(path.slice(folder.length)),
    );
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

/** Next.js provides no logger. */
function print(text: string): void {
  process.stderr.write(`${text}\n`);
}
