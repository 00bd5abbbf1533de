import type { CodeFiles, Extraction, ReportError, ResolvedConfig } from '../src/index.js';
import { errorOf } from './error-of.js';

/** What looking for keys in code came to. */
export interface KeysFound extends Extraction {
  /** Why it could not be done; catalogs are checked and translated all the same. */
  readonly error: ReportError | null;
}

const NONE: Extraction = { added: [], empty: [], unused: [], removed: [] };

const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|hbs|html?)$/i;
const NOT_OURS = /[\\/](?:node_modules|\.git|\.locale-sync)[\\/]/;

/** Keys from code, in a dev session: when to look for them, and what was read so far. */
export class CodeKeys {
  readonly #onSave: boolean;
  #wanted: boolean;
  #files: CodeFiles | undefined;

  /** @param onSave whether every saved code file is looked at, or just what is asked for */
  constructor(onSave: boolean) {
    this.#onSave = onSave;
    this.#wanted = onSave;
  }

  get wanted(): boolean {
    return this.#wanted;
  }

  want(): void {
    this.#wanted = true;
  }

  /** Whether a changed file may hold other keys now. */
  changed(path: string): boolean {
    if (!this.#onSave || !CODE.test(path) || NOT_OURS.test(path)) return false;
    this.#wanted = true;
    return true;
  }

  /** Adds what is new to the source catalogs, if that is wanted. */
  async take(config: ResolvedConfig): Promise<KeysFound | undefined> {
    if (!this.#wanted) return undefined;
    this.#wanted = false;
    try {
      const { CodeFiles: Files, extractKeys } = await import('../src/index.js');
      this.#files ??= new Files();
      return { ...(await extractKeys(config, { files: this.#files })), error: null };
    } catch (error) {
      return { ...NONE, error: await errorOf(error) };
    }
  }
}

/** How many keys are listed; more would push what matters off the screen. */
const SHOWN = 20;

/** What the terminal says of it; undefined: nothing was added. */
export function describeKeys({ added, empty, unused, error }: KeysFound): string | undefined {
  if (error !== null) {
    return [`locale-sync: keys in code: ${error.message}`, error.hint ?? []].flat().join('\n');
  }
  if (added.length === 0) return undefined;
  const lines = added.slice(0, SHOWN).map(({ file, key }) => `  + ${file}  ${key}`);
  if (added.length > SHOWN) lines.push(`  … and ${added.length - SHOWN} more`);
  const head = `locale-sync: ${count(added.length)} added from code, ${empty.length} without text; ${count(unused.length)} not in code`;
  return [head, ...lines].join('\n');
}

function count(keys: number): string {
  return `${keys} ${keys === 1 ? 'key' : 'keys'}`;
}
