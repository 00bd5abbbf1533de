import { quickHash } from '../state/data.js';
import type { Terms } from './compare-terms.js';

/** Scripts without blanks between words: a phrase may begin and end anywhere in them. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const TOKENS = new RegExp(
  `${UNSPACED.source}|(?:(?!${UNSPACED.source})[\\p{L}\\p{M}\\p{N}_])+`,
  'gu',
);
/** So many characters begin every form of a word. */
const INDEXED = 3;
/** What English puts behind a word. */
const ENGLISH = /^(?:s|es|ed|ing)$/;
/** Letters that an ending of another language may have. */
const ENDING = 2;
const SHORTEST_STEM = 4;

interface Phrase {
  readonly term: readonly [source: string, target: string];
  readonly words: readonly string[];
}

/** The terms of a dictionary, to be found in source texts: as words, in any case, inflected. */
export class HeldTerms {
  readonly #byStart = new Map<string, Phrase[]>();
  readonly #isEnglish: boolean;

  /** @param language of the source phrases, such as `en` */
  constructor(terms: Terms, language: string) {
    this.#isEnglish = language === 'en';
    for (const term of terms) {
      const words = tokensOf(term[0]);
      const start = (words[0] ?? '').slice(0, INDEXED);
      if (start === '') continue;
      const others = this.#byStart.get(start);
      if (others === undefined) this.#byStart.set(start, [{ term, words }]);
      else others.push({ term, words });
    }
  }

  /** The terms that a text holds, sorted by their source phrases. */
  in(text: string): readonly (readonly [source: string, target: string])[] {
    const words = tokensOf(text);
    const found = new Set<Phrase['term']>();
    for (let at = 0; at < words.length; at += 1) {
      for (const phrase of this.#startingWith(words[at] ?? '')) {
        const isHere = phrase.words.every((word, i) => this.#isForm(words[at + i] ?? '', word));
        if (isHere) found.add(phrase.term);
      }
    }
    return [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Equal for texts and dictionaries that agree on the terms in a text; '' where there are none. */
  versionIn(text: string): string {
    const terms = this.in(text);
    return terms.length === 0 ? '' : quickHash(JSON.stringify(terms));
  }

  #startingWith(word: string): readonly Phrase[] {
    return this.#byStart.get(word.slice(0, INDEXED)) ?? [];
  }

  /** Whether two words are forms of one, as far as their stems tell. */
  #isForm(word: string, other: string): boolean {
    if (word === other) return true;
    const [short, long] = word.length < other.length ? [word, other] : [other, word];
    if (short.length < INDEXED) return false;
    if (this.#isEnglish) return isEnglishForm(short, long);
    const stem = short.replace(/[aeiouy]$/, '');
    return (
      stem.length >= SHORTEST_STEM && long.startsWith(stem) && long.length - short.length <= ENDING
    );
  }
}

/** `carts`, `stories`, `saved`, `saving`, `shipped` of `cart`, `story`, `save`, `ship`. */
function isEnglishForm(short: string, long: string): boolean {
  const last = short.slice(-1);
  const stem = short.slice(0, -1);
  const endingAfter = (start: string): string | undefined =>
    long.startsWith(start) ? long.slice(start.length) : undefined;
  if (ENGLISH.test(endingAfter(short) ?? '')) return true;
  if (ENGLISH.test(endingAfter(short + last) ?? '')) return true;
  if (last === 'y') return /^(?:ies|ied|ier)$/.test(endingAfter(stem) ?? '');
  return last === 'e' && (endingAfter(short) === 'd' || endingAfter(stem) === 'ing');
}

function tokensOf(text: string): readonly string[] {
  return text.toLowerCase().match(TOKENS) ?? [];
}
