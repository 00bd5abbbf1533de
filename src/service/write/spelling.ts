import { baseLanguage } from '../../api/index.js';
import { protectPlain } from '../translate/protect.js';
import { correctWord } from './correct-word.js';
import { dictionaryOf, type Dictionary } from './dictionary.js';
import type { WriteEngine } from './engine.js';
import { convertWord } from './variants.js';

// Words of letters alone, apostrophes inside; what touches a digit, `_`, `@`, `/` or a dot within is no word.
const word =
  /(?<![\p{L}\p{N}_@/\\#.'’-])\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?(?![\p{L}\p{N}_@/\\]|[.'’-]\p{L})/gu;
const sentenceStart = /(?:^|[.!?:]["')\]]?\s+|[\n\r]\s*)$/;

interface Speller {
  readonly language: string;
  readonly own: Dictionary;
  /** Dictionary of the other variant of English. */
  readonly other: Dictionary | undefined;
}

function fixLower(text: string, { language, own, other }: Speller): string {
  if (other !== undefined && (language === 'en-GB' || language === 'en-US')) {
    const converted = convertWord(text, language, { own, other });
    if (converted !== text) return converted;
    if (other.correct(text)) return text;
  }
  return correctWord(text, baseLanguage(language), own);
}

/** Names and abbreviations are left alone: a capital counts only where a sentence begins, or in German. */
function fixWord(text: string, before: string, speller: Speller): string {
  const rest = text.slice(1);
  if (rest !== rest.toLowerCase()) return text;
  const lower = text.charAt(0).toLowerCase() + rest;
  if (text === lower) return fixLower(text, speller);
  if (speller.own.correct(text)) return text;
  if (speller.language === 'de') return correctWord(text, 'de', speller.own);
  const fixed = sentenceStart.test(before) ? fixLower(lower, speller) : lower;
  return fixed === lower ? text : fixed.charAt(0).toUpperCase() + fixed.slice(1);
}

function fixText(text: string, before: string, speller: Speller): string {
  return text.replace(word, (found, at: number) =>
    fixWord(
      found,
      (before + text).slice(Math.max(0, before.length + at - 20), before.length + at),
      speller,
    ),
  );
}

async function spellerFor(language: string): Promise<Speller | undefined> {
  const own = await dictionaryOf(language);
  if (own === undefined) return undefined;
  const variant = { 'en-GB': 'en-US', 'en-US': 'en-GB' }[language];
  return { language, own, other: variant === undefined ? undefined : await dictionaryOf(variant) };
}

/** Spelling by hunspell dictionaries, and conversion between British and American English (interface.md 4.6). */
export const spelling: WriteEngine = {
  name: 'spelling',
  improve: async (text, language) => {
    const speller = await spellerFor(language);
    if (speller === undefined) return undefined;
    let result = '';
    for (const { kind, value } of protectPlain(text)) {
      result += kind === 'code' ? value : fixText(value, result.slice(-20), speller);
    }
    return result;
  },
};
