import { Phrases } from '../model/index.js';
import { quickHash } from '../state/data.js';
import type { Terms } from './compare-terms.js';
import type { Stem } from './stems.js';

/**
 * Scripts without spaces between words, and Korean, whose particles are attached to words: a phrase
 * may start and end anywhere in them.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const TOKENS = new RegExp(
  `${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{M}\\p{N}_])+`,
  'gu',
);

type Term = readonly [source: string, target: string];

/**
 * Finds the terms of a dictionary in source texts: as whole words, ignoring case, in inflected
 * forms.
 */
export class HeldTerms {
  readonly #phrases = new Phrases<Term>();
  readonly #stem: Stem;
  /** Cached, because texts repeat few words. */
  readonly #stems = new Map<string, string>();

  /** @param stem for the language of the source phrases */
  constructor(terms: Terms, stem: Stem) {
    this.#stem = stem;
    for (const term of terms) this.#phrases.add(this.#wordsOf(term[0]), term);
  }

  /** The terms in a text, sorted by source phrase. */
  in(text: string): readonly Term[] {
    const found = this.#phrases.in(this.#wordsOf(text));
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Equal for texts and dictionaries with the same terms in the text; '' if there are none. */
  versionIn(text: string): string {
    const terms = this.in(text);
    return terms.length === 0 ? '' : quickHash(JSON.stringify(terms));
  }

  #wordsOf(text: string): readonly string[] {
    // macOS files may have `é` as two characters, and old Japanese files half-width katakana.
    const words = text.normalize('NFKC').match(TOKENS) ?? [];
    return words.map((word) => this.#stemOf(word));
  }

  #stemOf(word: string): string {
    let stem = this.#stems.get(word);
    if (stem === undefined) this.#stems.set(word, (stem = this.#stem(word)));
    return stem;
  }
}
