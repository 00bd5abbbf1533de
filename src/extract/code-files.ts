import type { ResolvedConfig, ResolvedExtract } from '../config/index.js';
import type { Code, KnownCode } from './code-keys.js';

/**
 * Code files with the keys that were found in them; one that has not changed is not read again, in
 * this process or the next. What reads them is loaded with the first one.
 */
export class CodeFiles {
  #known: KnownCode | undefined;

  /**
   * Everything that the code files ask for, in the order of files and lines.
   * @throws ExtractError 'unreadable'
   */
  async read(config: ResolvedConfig, extract: ResolvedExtract): Promise<Code> {
    const { readCode } = await import('./code-keys.js');
    const { code, known } = await readCode(config, extract, this.#known);
    this.#known = known;
    return code;
  }
}
