import { brotliDecompressSync } from 'node:zlib';
import { languageTable } from '../../facts/index.js';
import { scoresByWords } from '../../text/index.js';
import { languages, weights } from './language-weights.js';

/** What is known of a text before it is analysed. */
interface Expected {
  /** Base language to assume if a text is ambiguous; English by default. */
  readonly likely?: string | undefined;
  /** Base language of the translation: the text is hardly in it already. */
  readonly target?: string | undefined;
}

const known = new Set(languageTable.map(({ lang }) => lang));
const longestSample = 2000;
/** From this number of letters on, a text speaks for itself. */
const enoughLetters = 80;
/** With fewer letters, a text is taken for an abbreviation, in any language. */
const fewestLetters = 3;
/** Frequent languages: a text that could be Spanish or Catalan is taken for Spanish. */
const common = new Set('de es fr it pt nl pl ru sv tr ja zh cs uk id vi hi ar'.split(' '));
/** What is added to the logarithm of the likelihood of a short text. */
const help = { common: 1, firstOfScript: 0.8, likely: 1.8, target: -0.4 };

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

// How likely a word is of each language is decided by weights of its sequences of up to five letters and
// of the whole word. A text is then judged word by word: an English word may be in a text of any language.
// scripts/train-languages.ts makes the weights.

const longestSequence = 5;
/** A word counts as so many sequences, most of which its language shares with others. */
const wordCount = 6;
/** Number of features; sequences share them by hash. */
export const FEATURES = 131_072;
/** Converts the mean of the stored weights of a word to the logarithm of odds. */
const scale = 2;
let table: Int8Array | undefined;

/** The features of a word in lower case. */
export function featuresOf(word: string): readonly number[] {
  const isHan = /\p{Script=Han}/u.test(word);
  const letters = Array.from(isHan ? word : `^${word}$`);
  const longest = isHan ? 2 : longestSequence;
  const features: number[] = [];
  for (let length = 1; length <= longest; length += 1) {
    const isEdged = length === 1 && !isHan;
    const [first, last] = isEdged ? [1, letters.length - 1] : [0, letters.length - length + 1];
    for (let at = first; at < last; at += 1)
      features.push(hash(letters.slice(at, at + length).join('')));
  }
  if (!isHan) features.push(...new Array<number>(wordCount).fill(hash(letters.join(''))));
  return features;
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value ^= value >>> 15;
  value = Math.imul(value, 0x2c1b3c6d);
  return ((value ^ (value >>> 12)) >>> 0) % FEATURES;
}

/** The words of a text, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  );
}

/** How often a word of a text is English whatever the language of the text, or of none. */
export const [LOANS, NOISE] = [0.1, 0.002];

/** Turns the logarithms of odds into shares of one. */
export function likelihoods(odds: Float64Array, factor: number): void {
  const most = Math.max(...odds);
  let sum = 0;
  for (const [at, value] of odds.entries()) sum += odds[at] = Math.exp((value - most) * factor);
  for (const [at, value] of odds.entries()) odds[at] = value / sum;
}

/** How likely a word is in a text of a language, by how likely it is of that language and of English. */
export function withLoans(own: number, english: number, isEnglish: boolean): number {
  return isEnglish
    ? (1 - NOISE) * own + NOISE
    : (1 - LOANS - NOISE) * own + LOANS * english + NOISE;
}

/** Logarithm of the likelihood of languages by the words of a text. */
function scoresOf(sample: string, candidates: readonly string[]): Map<string, number> {
  table ??= new Int8Array(brotliDecompressSync(Buffer.from(weights, 'base64')));
  const scores = new Map(candidates.map((language) => [language, 0]));
  for (const word of wordsOf(sample)) {
    const features = featuresOf(word);
    const odds = new Float64Array(languages.length);
    for (let at = 0; at < odds.length; at += 1) {
      let sum = 0;
      for (const feature of features) sum += table[at * FEATURES + feature] ?? 0;
      odds[at] = sum;
    }
    likelihoods(odds, scale / features.length);
    const shareOf = (language: string) => odds[languages.indexOf(language)] ?? 0;
    for (const [language, score] of scores) {
      const likely = withLoans(shareOf(language), shareOf('en'), language === 'en');
      scores.set(language, score + Math.log(likely));
    }
  }
  return scores;
}

/**
 * Base language of a text, among those that can be a source. Text that is not language is ignored.
 */
export function detectLanguage(text: string, expected: Expected = {}): string {
  const sample = readableText(text.slice(0, longestSample)).toLowerCase();
  const { likely = 'en', target } = expected;
  const letters = lettersOf(sample);
  if (letters === 0) return likely;
  const candidates = languagesByScript(sample, letters);
  if (candidates.length === 1) return candidates[0] ?? likely;
  if (candidates === latinLanguages && letters < fewestLetters) return likely;
  const share = Math.max(0.2, 1 - letters / enoughLetters);
  let [best, most] = [likely, -Infinity];
  for (const [language, score] of scoresOf(sample, candidates)) {
    const helped =
      (common.has(language) ? help.common : 0) +
      (language === candidates[0] && candidates !== latinLanguages ? help.firstOfScript : 0) +
      (language === target ? help.target : language === likely ? help.likely : 0);
    const value = score + share * helped;
    if (value > most) [best, most] = [language, value];
  }
  return best;
}

/** Scripts with the languages of the service that use them, the most frequent one first. */
const scripts: readonly (readonly [languages: string, pattern: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh ja', /\p{Script=Han}/gu],
  ['ru uk bg be sr mk kk', /\p{Script=Cyrillic}/gu],
  ['ar fa ur', /\p{Script=Arabic}/gu],
  ['hi mr ne', /\p{Script=Devanagari}/gu],
  ...Object.entries({
    ...{ ko: 'Hangul', el: 'Greek', he: 'Hebrew', th: 'Thai', hy: 'Armenian', ka: 'Georgian' },
    ...{ bn: 'Bengali', gu: 'Gujarati', kn: 'Kannada', ml: 'Malayalam', pa: 'Gurmukhi' },
    ...{ ta: 'Tamil', te: 'Telugu', am: 'Ethiopic', my: 'Myanmar', km: 'Khmer', lo: 'Lao' },
    ...{ or: 'Oriya', si: 'Sinhala' },
  }).map(([language, script]) => [language, new RegExp(`\\p{Script=${script}}`, 'gu')] as const),
];
const latinLanguages = languages.filter(
  (language) => known.has(language) && scripts.every(([own]) => !own.split(' ').includes(language)),
);
/** Latin words among others are names; a foreign letter among Latin ones is a symbol. */
const fewForeign = 2;
const foreignShare = 1 / 6;

/** The languages that a text may be in by its letters. */
function languagesByScript(sample: string, letters: number): readonly string[] {
  const foreign = letters - (sample.match(latin)?.length ?? 0);
  if (foreign < Math.min(letters, fewForeign) || foreign < letters * foreignShare)
    return latinLanguages;
  const found = scripts.find(([, own]) => (sample.match(own)?.length ?? 0) * 4 >= foreign);
  const candidates = found?.[0].split(' ').filter((language) => known.has(language)) ?? [];
  return candidates.length > 0 ? candidates : latinLanguages;
}

/** Non-Latin scripts of the languages of Write. */
const ownScripts: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
  ko: /[\p{Script=Hangul}\p{Script=Han}]/gu,
  zh: /\p{Script=Han}/gu,
};
const latin = /\p{Script=Latin}/gu;
/** A few letters in another script, such as a symbol or a name, do not make a text foreign. */
const fewLetters = 4;
const fewestWords = 4;
/** Logarithm of the odds, per word. */
const clearlyBehind = 1;
const clearlyAhead = 3;

/**
 * The language that a text is certainly in, if not `stated`: it has another script, frequent words
 * of another language and none of the stated one, or is long and very different from it. Undefined
 * if in doubt.
 * @param stated base language, supported by Write
 */
export function certainlyOther(text: string, stated: string): string | undefined {
  const sample = readableText(text.slice(0, longestSample)).toLowerCase();
  const detected = detectLanguage(sample, { likely: stated });
  if (detected === stated) return undefined;
  const letters = lettersOf(sample);
  const own = ownScripts[stated] ?? latin;
  const foreign = letters - (sample.match(own)?.length ?? 0);
  // Texts of every script contain Latin letters.
  const latinLetters = own === latin ? 0 : (sample.match(latin)?.length ?? 0);
  if (foreign - latinLetters >= fewLetters && (foreign - latinLetters) * 2 > letters)
    return detected;
  const words = scoresByWords(sample);
  const hits = words.get(detected) ?? 0;
  if (hits >= clearlyAhead && !words.has(stated)) return detected;
  // One word over and over is of no language.
  const all = wordsOf(sample);
  if (letters < enoughLetters || new Set(all).size < fewestWords) return undefined;
  const scores = scoresOf(sample, [stated, detected]);
  const ahead = (scores.get(detected) ?? 0) - (scores.get(stated) ?? 0);
  const isFar = ahead > clearlyBehind * all.length;
  // For similar languages, such as Spanish and Portuguese, letters and words must agree.
  return isFar || hits >= Math.max(clearlyAhead, 2 * (words.get(stated) ?? 0))
    ? detected
    : undefined;
}

const notLanguage = [
  // Tags, entities, addresses.
  String.raw`<[^<>]*>`,
  String.raw`&#?\w{1,31};`,
  String.raw`https?:\/\/\S+`,
  String.raw`[\w.+-]{1,64}@[\w.-]{1,255}`,
  // Placeholders, and the marks by which other tools replace them.
  String.raw`__\w{1,60}?__`,
  String.raw`\$?\{\{?[^{}]{0,300}\}?\}`,
  String.raw`%(?:\([^()]{0,100}\)|\{[^{}]{0,100}\}|\d{1,2}\$)?[-+#0]{0,3}\d{0,4}[a-zA-Z@]?`,
  // Identifiers: `user_id`, `v2beta1`.
  String.raw`[\p{L}\d]+_[\p{L}\d_]+`,
  String.raw`\p{L}*\d[\p{L}\d]*`,
];
const pattern = new RegExp(notLanguage.join('|'), 'gu');
const mayHold = /[<&{%@_:\d]/;

/** The natural-language part of a text: without markup, placeholders and addresses. */
function readableText(text: string): string {
  return mayHold.test(text) ? text.replace(pattern, ' ') : text;
}
