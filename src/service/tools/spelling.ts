import { baseLanguage } from '../../facts/index.js';
import { findOptional } from '../../disk/index.js';
import { createThread } from './thread.js';
import { lowerFirst, upperFirst } from '../translate/glossary.js';
import { protectPlain } from '../translate/protect.js';
import type { Passage, Tool } from './tool.js';
import type { DictionaryData } from './dictionary-thread.js';

// Words consist of letters with inner apostrophes; anything next to a digit, `_`, `@`, `/` or an
// inner dot is not a word.
const word =
  /(?<![\p{L}\p{N}_@/\\#.'’-])\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?(?![\p{L}\p{N}_@/\\]|[.'’-]\p{L})/gu;
const sentenceStart = /(?:^|[.!?:]["')\]]?\s+|[\n\r]\s*)$/;

/** A word with its position. */
interface Word {
  readonly text: string;
  /** Offset in the whole text. */
  readonly start: number;
}

/** The most words that are corrected: more are not typos, and each takes hundreds of lookups. */
const mostCorrected = 100;

/** Words that may be corrected. Names, abbreviations and code are left alone. */
function wordsOf(text: string, language: string): readonly Word[] {
  const words: Word[] = [];
  let offset = 0;
  for (const { kind, value } of protectPlain(text)) {
    const found = kind === 'code' ? [] : value.matchAll(word);
    for (const { 0: each, index } of found) {
      const start = offset + index;
      const rest = each.slice(1);
      // A capital is not significant at the start of a sentence, nor in German.
      const isName =
        language !== 'de' &&
        each !== lowerFirst(each) &&
        !sentenceStart.test(text.slice(Math.max(0, start - 20), start));
      if (rest === rest.toLowerCase() && !isName) words.push({ text: each, start });
    }
    offset += value.length;
  }
  return words;
}

const alphabets: Readonly<Record<string, string>> = {
  de: 'abcdefghijklmnopqrstuvwxyzäöüß',
  en: 'abcdefghijklmnopqrstuvwxyz',
  es: 'abcdefghijklmnopqrstuvwxyzáéíñóúü',
  fr: 'abcdefghijklmnopqrstuvwxyzàâçèéêëîïôùûœ',
  it: 'abcdefghijklmnopqrstuvwxyzàèéìòù',
  pt: 'abcdefghijklmnopqrstuvwxyzàáâãçéêíóôõú',
};

const shortest = 4;
/** Longer strings are not words; each letter adds a hundred candidates. */
const longest = 30;
const shortestPart = 3;
const links = ['', 's', 'es', 'n', 'en', 'er'];

/** The possible splits of a compound, each with the possible forms of its two parts. */
function cuts(word: string): readonly { readonly heads: string[]; readonly tails: string[] }[] {
  const count = Math.max(0, word.length - 2 * shortestPart + 1);
  return Array.from({ length: count }, (_, index) => {
    const head = word.slice(0, shortestPart + index);
    const tail = word.slice(shortestPart + index);
    const heads = links
      .filter((link) => head.endsWith(link))
      .map((link) => head.slice(0, head.length - link.length))
      .filter((part) => part.length >= shortestPart)
      .map(upperFirst);
    return { heads, tails: [tail, upperFirst(tail)] };
  });
}

/** German joins words that the dictionary has separately: `Software` + `entwicklung`. */
async function isCompound(word: string, dictionary: Dictionary): Promise<boolean> {
  const places = cuts(word);
  const known = await dictionary.known(places.flatMap(({ heads, tails }) => [...heads, ...tails]));
  const isKnown = (part: string) => known.has(part);
  return places.some(({ heads, tails }) => heads.some(isKnown) && tails.some(isKnown));
}

/**
 * The correction of a misspelled word if it is certain; otherwise the word itself. Kinds of typos
 * are tried by likelihood; a kind with several corrections gives none.
 * @param word one that the dictionary does not have
 * @param language base language
 */
export async function correctWord(
  word: string,
  language: string,
  dictionary: Dictionary,
): Promise<string> {
  if (word.length < shortest || word.length > longest) return word;
  if (language === 'de' && (await isCompound(word, dictionary))) return word;
  const letters = Array.from(alphabets[language] ?? '');
  const places = Array.from({ length: word.length }, (_, at) => ({
    head: word.slice(0, at),
    tail: word.slice(at),
  }));
  // The first letter is taken to be right.
  const inner = places.slice(1);
  const kinds = [
    // Two adjacent letters swapped.
    () =>
      places
        .slice(0, -1)
        .map(({ head, tail }) => head + tail.charAt(1) + tail.charAt(0) + tail.slice(2)),
    // A letter doubled, or one of two equal letters removed.
    () =>
      places.flatMap(({ head, tail }) => [
        head + tail.charAt(0) + tail,
        ...(tail.charAt(1) === tail.charAt(0) ? [head + tail.slice(1)] : []),
      ]),
    // A letter inserted.
    () =>
      [...inner, { head: word, tail: '' }].flatMap(({ head, tail }) =>
        letters.map((letter) => head + letter + tail),
      ),
    // A letter replaced.
    () => inner.flatMap(({ head, tail }) => letters.map((letter) => head + letter + tail.slice(1))),
    // A letter removed.
    () => inner.map(({ head, tail }) => head + tail.slice(1)),
  ];
  for (const kind of kinds) {
    const candidates = new Set(kind());
    candidates.delete(word);
    const found = [...(await dictionary.known([...candidates]))];
    if (found.length > 0) return found.length === 1 ? (found[0] ?? word) : word;
  }
  return word;
}

/** British and American spellings, as parts of words. */
const pairs: readonly (readonly [british: string, american: string])[] = [
  ['our', 'or'],
  ['tre', 'ter'],
  ['bre', 'ber'],
  ['ise', 'ize'],
  ['isi', 'izi'],
  ['isa', 'iza'],
  ['yse', 'yze'],
  ['ysi', 'yzi'],
  ['ence', 'ense'],
  ['ogue', 'og'],
  ['ll', 'l'],
  ['ae', 'e'],
  ['oe', 'e'],
  ['mme', 'm'],
  ['grey', 'gray'],
  ['cheque', 'check'],
  ['ey', 'ay'],
];

/** Every position where the spellings differ. */
function candidates(word: string, from: string, to: string): string[] {
  const found: string[] = [];
  for (let at = word.indexOf(from, 1); at !== -1; at = word.indexOf(from, at + 1)) {
    found.push(word.slice(0, at) + to + word.slice(at + from.length));
  }
  return found;
}

/**
 * A word in the spelling of this variant of English; unchanged if it has no other spelling.
 * @param word one that only the other variant has
 */
async function convertWord(word: string, language: string, own: Dictionary): Promise<string> {
  const spellings = pairs.flatMap(([british, american]) =>
    language === 'en-GB'
      ? candidates(word, american, british)
      : candidates(word, british, american),
  );
  const known = await own.known(spellings);
  return spellings.find((spelling) => known.has(spelling)) ?? word;
}

/**
 * Spelling by hunspell dictionaries, and conversion between British and American English
 * (docs/interface.md 4.6).
 */
export const spelling: Tool<Passage, string | undefined> = {
  run: async ({ text, language }) => {
    const own = dictionaryOf(language);
    if (own === undefined) return undefined;
    const variant = { 'en-GB': 'en-US', 'en-US': 'en-GB' }[language];
    const other = variant === undefined ? undefined : dictionaryOf(variant);
    const isGerman = language === 'de';

    /** @param word one that the dictionary does not have */
    const fix = async (word: string): Promise<string> => {
      const lower = lowerFirst(word);
      if (word !== lower && !isGerman) return upperFirst(await fix(lower));
      if (other === undefined || (await other.known([word])).size === 0) {
        return correctWord(word, baseLanguage(language), own);
      }
      return convertWord(word, language, own);
    };

    const words = wordsOf(text, language);
    const fixed = new Map<string, string>();
    try {
      const forms = new Set(words.flatMap((each) => [each.text, lowerFirst(each.text)]));
      const known = await own.known([...forms]);
      const isKnown = (word: string) =>
        known.has(word) || (!isGerman && known.has(lowerFirst(word)));
      const wrong = [...new Set(words.map((each) => each.text))].filter((word) => !isKnown(word));
      for (const word of wrong.slice(0, mostCorrected)) fixed.set(word, await fix(word));
    } catch (error) {
      if (error instanceof DictionaryError) return undefined;
      throw error;
    }

    let result = '';
    let at = 0;
    for (const { text: each, start } of words) {
      result += text.slice(at, start) + (fixed.get(each) ?? each);
      at = start + each.length;
    }
    return result + text.slice(at);
  },
};

/** A dictionary that is installed but fails to load. */
class DictionaryError extends Error {
  override readonly name = 'DictionaryError';
}

/** The used part of a hunspell dictionary. */
interface Dictionary {
  /** Those of the words that the dictionary has. @throws DictionaryError */
  known(words: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Packages with hunspell dictionaries, by language. */
const packages: Readonly<Record<string, string>> = {
  de: 'dictionary-de',
  en: 'dictionary-en',
  'en-US': 'dictionary-en',
  'en-GB': 'dictionary-en-gb',
  es: 'dictionary-es',
  fr: 'dictionary-fr',
  it: 'dictionary-it',
  'pt-BR': 'dictionary-pt',
  'pt-PT': 'dictionary-pt-pt',
};

/**
 * The dictionary of a language; undefined if nspell or the dictionary's package is not installed.
 */
function dictionaryOf(language: string): Dictionary | undefined {
  const name = packages[language];
  if (name === undefined) return undefined;
  const nspell = findOptional('nspell');
  const dictionary = findOptional(name);
  if (nspell === undefined || dictionary === undefined) return undefined;
  const data: DictionaryData = { nspell, dictionary };
  const thread = createThread(name, () => import('./dictionary-thread.ts?module'), data);
  return {
    known: async (words) => {
      if (words.length === 0) return new Set();
      const known = (await thread.ask(words)) as readonly string[] | undefined;
      if (known === undefined) throw new DictionaryError(`The dictionary '${name}' does not work`);
      return new Set(known);
    },
  };
}
