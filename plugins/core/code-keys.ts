import type { CodeFiles, Extraction, ReportError, ResolvedConfig } from '../../src/index.js';
import { oneLine, terminalText } from '../../src/model/index.js';
import { STATE_FOLDER } from '../../src/lock/index.js';

/** The result of searching code for keys. */
export interface KeysFound extends Extraction {
  /** Why the search failed; catalogs are checked and translated anyway. */
  readonly error: ReportError | null;
}

const NONE: Extraction = {
  added: [],
  empty: [],
  updated: [],
  unused: [],
  removed: [],
  problems: [],
  taken: undefined,
};

const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|hbs|handlebars|g[jt]s|html?)$/i;
const NOT_OURS: ReadonlySet<string> = new Set(['node_modules', '.git', STATE_FOLDER]);

/** Keys from code in a dev session: decides when to search, and caches the code that was read. */
export class CodeKeys {
  readonly #onSave: boolean;
  #isDue: boolean;
  #files: CodeFiles | undefined;

  /** @param onSave whether to search whenever a code file is saved, or only on request */
  constructor(onSave: boolean) {
    this.#onSave = onSave;
    this.#isDue = onSave;
  }

  /** Whether the next run has to search. */
  get isDue(): boolean {
    return this.#isDue;
  }

  request(): void {
    this.#isDue = true;
  }

  /** Whether a changed file may contain other keys now. */
  changed(path: string): boolean {
    const isOurs = !path.split(/[\\/]/).some((part) => NOT_OURS.has(part));
    if (!this.#onSave || !CODE.test(path) || !isOurs) return false;
    this.#isDue = true;
    return true;
  }

  /** Adds new keys to the source catalogs, if a search is due. */
  async extract(config: ResolvedConfig): Promise<KeysFound | undefined> {
    if (!this.#isDue) return undefined;
    this.#isDue = false;
    const { CodeFiles: Files, extractKeys } = await import('../../src/index.js');
    try {
      this.#files ??= new Files();
      return { ...(await extractKeys(config, { files: this.#files })), error: null };
    } catch (error) {
      const { failureOf } = await import('./failure.js');
      return { ...NONE, error: failureOf(error) };
    }
  }
}

/** The most keys that are listed; more would push what matters off the screen. */
const SHOWN = 20;

/** Text for the terminal; undefined: no key was added. */
export function describeKeys(found: KeysFound): string | undefined {
  const { added, empty, unused, problems, error } = found;
  if (error !== null) {
    const lines = [`locale-sync: keys in code: ${error.message}`, error.hint ?? []].flat();
    return terminalText(lines.join('\n'));
  }
  const warnings = problems
    .filter(({ code }) => code !== 'code-left-out')
    .slice(0, SHOWN)
    .map(({ file, line, message }) => {
      return oneLine(
        `  ${[file, line].filter((part) => part !== undefined).join(':')}  ${message}`,
      );
    });
  if (added.length === 0) {
    return warnings.length === 0
      ? undefined
      : ['locale-sync: keys in code:', ...warnings].join('\n');
  }
  const lines = added
    .slice(0, SHOWN)
    .map(({ file, key }) => `  + ${oneLine(file)}  ${oneLine(key)}`);
  if (added.length > SHOWN) lines.push(`  … and ${added.length - SHOWN} more`);
  const head = `locale-sync: ${count(added.length)} added from code, ${empty.length} without text; ${count(unused.length)} not in code`;
  return [head, ...lines, ...warnings].join('\n');
}

function count(keys: number): string {
  return `${keys} ${keys === 1 ? 'key' : 'keys'}`;
}
