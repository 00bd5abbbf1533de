import { checkOptions } from '../check-options.js';
import { openContext } from '../context.js';
import type { Context } from '../context.js';
import { claim } from '../environment.js';
import { describeKeys } from '../code-keys.js';
import { DevLog } from '../dev-log.js';
import type { LocaleSyncOptions } from '../options.js';
import { FileWatch } from './file-watch.js';

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
    if (error !== undefined) throw withoutStack(new Error(error.text));
    const warning = context.warningOf(outcome);
    if (warning !== undefined) print(warning.text);
  }

  /** Does not wait: the server starts meanwhile. */
  develop(): void {
    if (!claim('dev', process.cwd())) return;
    const { project } = this.#open();
    const files = new FileWatch((path) => project.changed(path));
    const log = new DevLog();
    let shownKeys: string | undefined;
    project.subscribe((outcome) => {
      files.watch(outcome);
      const keys = outcome.extraction && describeKeys(outcome.extraction);
      if (keys !== undefined && keys !== shownKeys) print(keys);
      shownKeys = keys;
      for (const { text } of log.news(outcome.dev)) print(text);
    });
    void project.run({ quick: false });
  }

  #open(): Context {
    return openContext(this.#options, { root: process.cwd() });
  }
}

function withoutStack(error: Error): Error {
  error.stack = error.message;
  return error;
}

/** Next.js provides no logger. */
function print(text: string): void {
  process.stderr.write(`${text}\n`);
}
