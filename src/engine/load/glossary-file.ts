import { baseLanguage } from '../../facts/index.js';
import { HeldTerms } from '../terms/index.js';
import type { FileDictionary, Stem, Terms } from '../terms/index.js';

type GlossaryContent = Pick<
  GlossaryFile,
  'path' | 'source' | 'dictionaries' | 'languages' | 'version' | 'stem'
>;

/** A glossary that is a file of the repository. */
export class GlossaryFile {
  readonly kind = 'glossary';
  /** Relative to the root, as in the config. */
  readonly path: string;
  /** Language of the source phrases. */
  readonly source: string;
  readonly dictionaries: readonly FileDictionary[];
  /** Target languages that have a column. */
  readonly languages: ReadonlySet<string>;
  /** Changes with every change of the file. */
  readonly version: string;
  /** Stems words of the source language. */
  readonly stem: Stem;
  readonly #held = new Map<FileDictionary, HeldTerms>();

  constructor({ path, source, dictionaries, languages, version, stem }: GlossaryContent) {
    this.path = path;
    this.source = source;
    this.dictionaries = dictionaries;
    this.languages = languages;
    this.version = version;
    this.stem = stem;
  }

  /** Its name on the service. */
  get name(): string {
    return nameOf(this.path);
  }

  /** Terms by target language. */
  get parts(): ReadonlyMap<string, Terms> {
    return new Map(this.dictionaries.map(({ target, terms }) => [target, terms]));
  }

  /**
   * @param target service language
   * @returns undefined if the file has no terms for it
   */
  dictionaryOf(target: string): FileDictionary | undefined {
    const language = baseLanguage(target);
    return this.dictionaries.find((one) => one.target === language);
  }

  /** The terms for a target, prepared for lookup in source texts. */
  heldIn(dictionary: FileDictionary): HeldTerms {
    let held = this.#held.get(dictionary);
    if (held === undefined) {
      held = new HeldTerms(dictionary.terms, this.stem);
      this.#held.set(dictionary, held);
    }
    return held;
  }
}

/** A path without folder and extension: the name on the service. */
export function nameOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
}
