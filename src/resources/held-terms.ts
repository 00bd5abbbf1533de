import { Phrases } from '../model/index.js';
import { quickHash } from '../state/data.js';
import type { Terms } from './compare-terms.js';
import type { Stem } from './stems.js';

/**
 * Scripts without blanks between words, and Korean, whose particles follow a word without one: a
 * phrase may begin and end anywhere in them.
 */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const TOKENS = new RegExp(
  `${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{M}\\p{N}_])+`,
  'gu',
);

type Term = readonly [source: string, target: string];

/** The terms of a dictionary, to be found in source texts: as words, in any case, inflected. */
export class HeldTerms {
  readonly #phrases = new Phrases<Term>();
  readonly #stem: Stem;
  /** Texts use few words often. */
  readonly #stems = new Map<string, string>();

  /** @param stem of the language of the source phrases */
  constructor(terms: Terms, stem: Stem) {
    this.#stem = stem;
    for (const term of terms) this.#phrases.add(this.#wordsOf(term[0]), term);
  }

  /** The terms that a text holds, sorted by their source phrases. */
  in(text: string): readonly Term[] {
    const found = this.#phrases.in(this.#wordsOf(text));
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Equal for texts and dictionaries that agree on the terms in a text; '' where there are none. */
  versionIn(text: string): string {
    const terms = this.in(text);
    return terms.length === 0 ? '' : quickHash(JSON.stringify(terms));
  }

  #wordsOf(text: string): readonly string[] {
    // Files of macOS have `é` as two characters, old Japanese ones katakana of half the width.
    const words = text.normalize('NFKC').match(TOKENS) ?? [];
    return words.map((word) => this.#stemOf(word));
  }

  #stemOf(word: string): string {
    let stem = this.#stems.get(word);
    if (stem === undefined) this.#stems.set(word, (stem = this.#stem(word)));
    return stem;
  }
}
