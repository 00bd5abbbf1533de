import { baseLanguage } from '../../api/index.js';
import { protectPlain } from '../translate/protect.js';
import { correctWord } from './correct-word.js';
import { dictionaryOf, DictionaryError, type Dictionary } from './dictionary.js';
import type { WriteEngine } from './engine.js';
import { convertWord } from './variants.js';

// Words consist of letters with inner apostrophes; anything next to a digit, `_`, `@`, `/` or an
// inner dot is not a word.
const word =
  /(?<![\p{L}\p{N}_@/\\#.'’-])\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?(?![\p{L}\p{N}_@/\\]|[.'’-]\p{L})/gu;
const sentenceStart = /(?:^|[.!?:]["')\]]?\s+|[\n\r]\s*)$/;

interface Speller {
  readonly language: string;
  readonly own: Dictionary;
  /** Dictionary of the other variant of English. */
  readonly other: Dictionary | undefined;
}

/** A word with its position. */
interface Word {
  readonly text: string;
  /** Offset in the whole text. */
  readonly start: number;
}

/** The most words that are corrected: more are not typos, and each takes hundreds of lookups. */
const mostCorrected = 100;

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

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

/** @param text a word that the dictionary does not have */
async function fixWord(text: string, speller: Speller): Promise<string> {
  const { language, own, other } = speller;
  const lower = lowerFirst(text);
  if (text !== lower && language !== 'de') return upperFirst(await fixWord(lower, speller));
  if (other !== undefined && (await other.known([text])).size > 0) {
    return language === 'en-GB' || language === 'en-US' ? convertWord(text, language, own) : text;
  }
  return correctWord(text, baseLanguage(language), own);
}

/** Corrections by misspelled word. */
async function corrections(words: readonly Word[], speller: Speller) {
  const forms = new Set(words.flatMap(({ text }) => [text, lowerFirst(text)]));
  const known = await speller.own.known([...forms]);
  const isKnown = (text: string) =>
    known.has(text) || (speller.language !== 'de' && known.has(lowerFirst(text)));
  const wrong = [...new Set(words.map(({ text }) => text))].filter((text) => !isKnown(text));
  const fixed = new Map<string, string>();
  for (const text of wrong.slice(0, mostCorrected)) fixed.set(text, await fixWord(text, speller));
  return fixed;
}

function spellerFor(language: string): Speller | undefined {
  const own = dictionaryOf(language);
  if (own === undefined) return undefined;
  const variant = { 'en-GB': 'en-US', 'en-US': 'en-GB' }[language];
  return { language, own, other: variant === undefined ? undefined : dictionaryOf(variant) };
}

/**
 * Spelling by hunspell dictionaries, and conversion between British and American English
 * (docs/interface.md 4.6).
 */
export const spelling: WriteEngine = {
  name: 'spelling',
  improve: async (text, language) => {
    const speller = spellerFor(language);
    if (speller === undefined) return undefined;
    const words = wordsOf(text, language);
    const fixed = await corrections(words, speller).catch((error: unknown) => {
      if (error instanceof DictionaryError) return undefined;
      throw error;
    });
    if (fixed === undefined) return undefined;
    let result = '';
    let at = 0;
    for (const { text: each, start } of words) {
      result += text.slice(at, start) + (fixed.get(each) ?? each);
      at = start + each.length;
    }
    return result + text.slice(at);
  },
};
