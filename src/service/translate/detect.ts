import { eld } from 'eld/small';
import { languageTable } from '../../facts/index.js';
import { isAllFrequent, scoresByWords } from '../../text/index.js';

/** What is known of a text before it is analysed. */
interface Expected {
  /** Base language to assume if a text is ambiguous; English by default. */
  readonly likely?: string | undefined;
  /** Base language of the translation: the text is hardly in it already. */
  readonly target?: string | undefined;
}

const known = new Set(languageTable.map(({ lang }) => lang));
const longestSample = 2000;
/** Codes of the detector that differ from the service's. */
const renamed: Readonly<Record<string, string>> = { no: 'nb' };
/** Frequent languages: a text that could be Spanish or Catalan is taken for Spanish. */
const common = new Set('de es fr it pt nl pl ru sv tr ja zh ko cs da nb fi uk'.split(' '));
/** From this number of letters on, the detector is reliable alone. */
const enoughLetters = 80;
/** With fewer letters, a text is taken for an abbreviation, in any language. */
const fewestLetters = 3;
const weights = {
  likely: 0.09,
  target: -0.06,
  common: 0.05,
  word: 0.06,
  allWords: 0.12,
  letter: 0.12,
};
const mostHelp = 0.3;

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Base languages by similarity of their letter sequences to a text's, at most 1. */
function nearness(sample: string): Map<string, number> {
  const scores = new Map<string, number>();
  for (const [code, score] of Object.entries(eld.detect(sample).getScores())) {
    const language = renamed[code] ?? code;
    if (known.has(language)) scores.set(language, score);
  }
  return scores;
}

/**
 * Similarity plus evidence from frequent words, distinctive letters and expectation, which counts
 * less the longer the text is.
 */
function helped(sample: string, { likely = 'en', target }: Expected): ReadonlyMap<string, number> {
  const scores = nearness(sample);
  const share = Math.max(0.2, 1 - lettersOf(sample) / enoughLetters);
  const add = (language: string, help: number) => {
    if (known.has(language)) scores.set(language, (scores.get(language) ?? 0) + help);
  };
  const words = Math.max(1, sample.match(/\p{L}+/gu)?.length ?? 0);
  for (const [language, hits] of scoresByWords(sample)) {
    const help = hits * weights.word + Math.min(1, hits / words) * weights.allWords;
    add(language, Math.min(mostHelp, help) * share);
  }
  for (const [language, hits] of tellingLetters(sample)) {
    add(language, Math.min(mostHelp, hits * weights.letter));
  }
  for (const language of scores.keys())
    if (common.has(language)) add(language, weights.common * share);
  if (target !== undefined && scores.has(target)) add(target, weights.target * share);
  if (scores.has(likely) && likely !== target) add(likely, weights.likely * share);
  return scores;
}

function nearest(scores: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined;
  for (const [language, score] of scores) {
    if (best === undefined || score > (scores.get(best) ?? 0)) best = language;
  }
  return best;
}

const sharedScripts: Readonly<Record<string, readonly string[]>> = {
  ar: ['ar', 'fa', 'ur'],
  hi: ['hi', 'mr', 'ne'],
  // Words that consist only of Chinese characters.
  zh: ['zh', 'ja'],
};

/**
 * Base language of a text, among those that can be a source. Text that is not language is ignored.
 */
export function detectLanguage(text: string, expected: Expected = {}): string {
  const sample = readableText(text.slice(0, longestSample)).toLowerCase();
  const { likely = 'en', target } = expected;
  const letters = lettersOf(sample);
  if (letters === 0) return likely;
  const script = languageByScript(sample, letters);
  if (script === undefined) {
    const isLatin = !/\p{Script=Cyrillic}/u.test(sample);
    if (isLatin && letters < fewestLetters) return likely;
    // In a tie, a word of the likely language is taken for that, whatever else it may be.
    if (likely !== target && isAllFrequent(sample, likely)) return likely;
    return nearest(helped(sample, expected)) ?? (isLatin ? likely : 'ru');
  }
  const others = sharedScripts[script];
  if (others === undefined) return known.has(script) ? script : likely;
  const scores = new Map(
    [...helped(sample, expected)].filter(([language]) => others.includes(language)),
  );
  scores.set(script, (scores.get(script) ?? 0) + 0.04);
  for (const [language, hits] of script === 'zh' ? tellingHan(sample) : []) {
    scores.set(language, (scores.get(language) ?? 0) + Math.min(mostHelp, hits * weights.letter));
  }
  return nearest(scores) ?? script;
}

/** Scripts that are used by a single language of the service, or nearly so. */
const scripts: readonly (readonly [language: string, pattern: RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
];

/** The language of a script that at least a quarter of the letters belong to. */
function languageByScript(sample: string, letterCount: number): string | undefined {
  const found = scripts.find(([, pattern]) => {
    const count = sample.match(pattern)?.length ?? 0;
    return count > 0 && count * 4 >= letterCount;
  });
  return found?.[0];
}

/** Letters that a language has but similar languages do not. */
const telling: readonly (readonly [language: string, letters: RegExp])[] = [
  ['fa', /[پچژگکی]/gu],
  ['ur', /[ٹڈڑےںھ]/gu],
  ['ar', /[ةيكىإأ]/gu],
  ['uk', /[іїєґ]/gu],
  ['be', /[ўі]/gu],
  ['sr', /[ћђ]/gu],
  ['mk', /[ѓќѕ]/gu],
  ['kk', /[әғқңөұүһ]/gu],
  ['ru', /[ыэёъ]/gu],
  ['bg', /ъ/gu],
  ['nb', /æ|ø/gu],
  ['da', /æ|ø/gu],
  ['sv', /ö|ä/gu],
  ['cs', /[ěřů]/gu],
  ['sk', /[ľĺŕôä]/gu],
  ['hu', /[őű]/gu],
  ['pl', /[łąęśćźż]/gu],
  ['lt', /[ėįųū]/gu],
  ['lv', /[āēīķļņģ]/gu],
  ['ro', /[țșăţş]/gu],
  ['tr', /[ğışİ]/gu],
  ['et', /õ/gu],
  ['de', /ß/gu],
  ['es', /[ñ¿¡]/gu],
  ['pt', /ã|õ|ções?/gu],
  ['hr', /đ/gu],
];

/** Number of distinctive letters of each language in a lower-case text. */
function tellingLetters(sample: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [language, letters] of telling) {
    const count = sample.match(letters)?.length ?? 0;
    if (count > 0) counts.set(language, count);
  }
  return counts;
}

/** Han characters that only Japanese, or only Chinese, has in its everyday encodings. */
function tellingHan(sample: string): readonly (readonly [language: string, hits: number])[] {
  hanOf ??= {
    ja: hanIn('shift_jis', [0x88, 0xea]),
    zh: new Set([...hanIn('gb2312', [0xb0, 0xf7]), ...hanIn('big5', [0xa4, 0xf9])]),
  };
  const { ja, zh } = hanOf;
  const all = Array.from(sample);
  return [
    ['ja', all.filter((one) => ja.has(one) && !zh.has(one)).length],
    ['zh', all.filter((one) => zh.has(one) && !ja.has(one)).length],
  ];
}

let hanOf: { readonly ja: ReadonlySet<string>; readonly zh: ReadonlySet<string> } | undefined;

/** The Han characters of an encoding with two bytes a character. @param bounds of the first byte */
function hanIn(encoding: string, [from, to]: readonly [number, number]): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding);
  const bytes: number[] = [];
  const isGb = encoding === 'gb2312';
  for (let first = from; first <= to; first += 1) {
    // Beyond these bytes, GBK has every character that Japanese has.
    for (let second = isGb ? 0xa1 : 0x40; second <= 0xfe; second += 1) bytes.push(first, second);
  }
  return new Set(decoder.decode(new Uint8Array(bytes)).match(/\p{Script=Han}/gu));
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
const clearlyBehind = 0.8;
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
  if (letters < enoughLetters) return undefined;
  const scores = nearness(sample);
  const isFar = (scores.get(stated) ?? 0) < clearlyBehind * (scores.get(detected) ?? 0);
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
