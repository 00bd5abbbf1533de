import { Phrases } from '../../model/index.js';
import { quickHash } from '../../lock/index.js';
import type { Terms } from './compare-terms.js';

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

/** The part that all forms of a word share, ignoring case, as far as an algorithm finds it. */
export type Stem = (word: string) => string;

/** Endings for languages that Snowball lacks, longest first. */
const ENDINGS: Readonly<Record<string, string>> = {
  cs: 'ového|ovému|ami|emi|ách|ích|ech|ého|ému|ovi|ům|ím|ém|ou|ov|em|í|ý|á|é|ů|ě|y|a|e|i|o|u',
  et: 'idega|idele|idest|ides|ide|ile|ist|id|is|ga|le|st|d|i|e|u|a',
  hi: 'ियों|ियाँ|ों|ें|ाओं|े|ी|ा|ो',
  hr: 'ovima|evima|ama|ima|oga|omu|ega|emu|ova|eva|om|em|im|ih|og|a|e|i|o|u',
  lv: 'iem|ām|ēm|os|as|us|is|am|im|um|ai|ei|u|a|e|i|s|š|ā|ī|ē',
  pl: 'owego|owemu|owie|ami|ach|iem|owi|ego|emu|ymi|imi|ów|om|em|ie|ą|ę|y|a|e|i|o|u',
  sk: 'ového|ovému|ami|ách|och|iam|ého|ému|ovi|om|ám|ou|em|ov|í|ý|á|é|y|a|e|i|o|u',
  sl: 'ama|ami|ema|oma|ega|emu|ih|im|om|em|ov|ev|a|e|i|o|u',
  uk: 'ами|ями|ові|еві|ого|ому|ими|ах|ях|ів|їв|ом|ем|єм|ам|ям|ою|ею|а|я|у|ю|и|і|ї|е|о|ь',
};
/** Plurals that Snowball's algorithms do not take back to the singular. */
const PLURALS: Readonly<Record<string, readonly (readonly [plural: RegExp, singular: string])[]>> =
  {
    es: [
      [/\u0301/gu, ''],
      [/enes$/u, 'en'],
      [/ces$/u, 'z'],
    ],
    pt: [
      [/[õã]es$/u, 'ão'],
      [/ns$/u, 'm'],
      [/éis$/u, 'el'],
      [/óis$/u, 'ol'],
    ],
  };
/** The fewest letters that remain of a word. */
const SHORTEST = 3;

const byEndings = (endings: string): Stem => {
  const pattern = new RegExp(`^(.{${SHORTEST},}?)(?:${endings})$`, 'u');
  return (word) => pattern.exec(word)?.[1] ?? word;
};

/** The stemmer of a language; if there is none, as for Chinese, it only converts to lower case. */
export async function stemOf(language: string): Promise<Stem> {
  const stem = await lowerCaseStem(language);
  // Only in Turkish, `i` is the lower case of `İ`, and `ı` that of `I`.
  if (language === 'tr') return (word) => stem(word.toLocaleLowerCase('tr'));
  return (word) => stem(word.toLowerCase());
}

async function lowerCaseStem(language: string): Promise<Stem> {
  const endings = ENDINGS[language];
  if (endings !== undefined) return byEndings(endings);
  const { STEMMERS } = await import('./stemmers.js');
  const stem = Object.hasOwn(STEMMERS, language) ? STEMMERS[language] : undefined;
  const plurals = Object.hasOwn(PLURALS, language) ? (PLURALS[language] ?? []) : [];
  if (stem === undefined || plurals.length === 0) return stem ?? ((word) => word);
  return (word) => {
    let singular = language === 'es' ? word.normalize('NFD') : word;
    for (const [plural, ending] of plurals) singular = singular.replace(plural, ending);
    return stem(singular.normalize('NFC'));
  };
}
