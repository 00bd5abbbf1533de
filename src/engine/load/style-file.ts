import { baseLanguage } from '../../facts/index.js';
import { termsOfStyle } from '../terms/index.js';
import type { FileStyle, Terms } from '../terms/index.js';
import { contentHash, quickHash } from '../../lock/index.js';
import { nameOf } from './glossary-file.js';

/** A style that is a file of the repository. */
export class StyleFile {
  readonly kind = 'style';
  /** Relative to the root, as in the config. */
  readonly path: string;
  readonly text: string;
  readonly styles: readonly FileStyle[];
  /** Changes with every change of the file. */
  readonly version: string;
  /** The rules by language. */
  readonly parts: ReadonlyMap<string, Terms>;
  readonly #versions = new Map<string, string>();

  constructor({ path, text, styles }: Pick<StyleFile, 'path' | 'text' | 'styles'>) {
    this.path = path;
    this.text = text;
    this.styles = styles;
    this.version = contentHash(text);
    const parts = styles.map((style) => [style.language, termsOfStyle(style)] as const);
    this.parts = new Map(parts.filter(([, terms]) => terms.size > 0));
  }

  /** The name of its lists on the service. */
  get name(): string {
    return nameOf(this.path);
  }

  /**
   * Changes with the rules for a target, but not with comments.
   * @param target service language
   * @returns undefined if the file has no rules for it
   */
  versionOf(target: string): string | undefined {
    const language = baseLanguage(target);
    const terms = this.parts.get(language);
    if (terms === undefined) return undefined;
    let version = this.#versions.get(language);
    if (version === undefined) {
      version = quickHash(JSON.stringify([...terms].sort(([a], [b]) => (a < b ? -1 : 1))));
      this.#versions.set(language, version);
    }
    return version;
  }
}
