import type { ResolvedConfig } from '../../config/index.js';
import type { Code, KnownCode, Unsaved } from './code-keys.js';
import type { ExtractSettings } from './settings.js';

/**
 * Code files with their keys. Unchanged files are not read again, in this process or the next. The
 * code that reads them is loaded on first use.
 */
export class CodeFiles {
  #known: KnownCode | undefined;
  readonly #unsaved: Unsaved | undefined;

  /** @param unsaved texts that count instead of those on disk. Default: none */
  constructor(unsaved?: Unsaved) {
    this.#unsaved = unsaved;
  }

  /**
   * Everything that the code files of each part use, in the order of files and lines.
   * @param only the files to read; the others only show libraries and settings. Default: all
   * @throws ExtractError 'unreadable'
   */
  async read(
    config: ResolvedConfig,
    parts: readonly ExtractSettings[],
    only?: readonly string[],
  ): Promise<readonly Code[]> {
    const { readCode } = await import('./code-keys.js');
    const own = { last: this.#known, only, ...(this.#unsaved && { unsaved: this.#unsaved }) };
    const { code, known } = await readCode(config, parts, own);
    this.#known = known;
    return code;
  }
}
