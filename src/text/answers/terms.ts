import { Phrases } from '../../model/index.js';

/** A phrase of the source language with its required translation. */
export type Term = readonly [source: string, target: string];

const WORD = /[\p{L}\p{M}\p{N}_]/u;
/** Scripts without spaces between words, in which a phrase may start and end anywhere. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const TOKENS = new RegExp(`${UNSPACED.source}|(?:(?!${UNSPACED.source})${WORD.source})+`, 'gsu');
const MARKS = /\p{M}/gu;
/** The part of a word that is the same in all its inflected forms and compounds. */
const STEM = 0.6;
const SHORTEST_STEM = 3;

/** The terms of a glossary, for finding them in source texts. */
export class TermTable {
  readonly #phrases = new Phrases<Term>();

  constructor(terms: Iterable<Term>) {
    for (const term of terms) {
      if (term[1].trim() !== '') this.#phrases.add(tokensOf(term[0]), term);
    }
  }

  get isEmpty(): boolean {
    return this.#phrases.isEmpty;
  }

  /**
   * Terms that occur in the source and whose translations do not occur, in any inflection, in the
   * translation.
   */
  missingIn(source: string, translation: string): readonly Term[] {
    const terms = this.termsIn(source);
    if (terms.length === 0) return [];
    const folded = fold(translation);
    return terms.filter(([, to]) => !hasInflected(folded, to));
  }

  /** Terms that occur in the source. */
  termsIn(source: string): readonly Term[] {
    const candidates = this.#phrases.in(tokensOf(source));
    const text = source.toLowerCase();
    return [...candidates].filter(([from]) => hasPhrase(text, from.toLowerCase()));
  }
}

function tokensOf(text: string): readonly string[] {
  return text.toLowerCase().match(TOKENS) ?? [];
}

/** Whether a phrase occurs as whole words. */
function hasPhrase(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    const end = at + phrase.length;
    if (!isInWord(text, at) && !isInWord(text, end)) return true;
  }
  return false;
}

function isInWord(text: string, at: number): boolean {
  const [before, after] = [text.charAt(at - 1), text.charAt(at)];
  if (UNSPACED.test(before) || UNSPACED.test(after)) return false;
  return WORD.test(before) && WORD.test(after);
}

/** Whether every word occurs by its stem; in scripts without spaces, the phrase itself. */
function hasInflected(folded: string, phrase: string): boolean {
  const own = fold(phrase);
  if (folded.includes(own)) return true;
  if (UNSPACED.test(own)) return false;
  return tokensOf(own).every((word) => folded.includes(stemOf(word)));
}

function stemOf(word: string): string {
  return word.slice(0, Math.max(SHORTEST_STEM, Math.ceil(word.length * STEM)));
}

/** Letters that Unicode does not decompose. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  æ: 'a',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ß: 'ss',
};
const SPECIAL = new RegExp(Object.keys(PLAIN).join('|'), 'gu');

/** In lower case and without accents: `Bücher` is a form of `Buch`, `bøger` of `bog`. */
function fold(text: string): string {
  const letters = text.toLowerCase().normalize('NFD').replace(MARKS, '');
  return letters.replace(SPECIAL, (letter) => PLAIN[letter] ?? letter);
}
