import { francAll } from 'franc-min';
import { languageTable } from '../../api/index.js';
import { scoresByWords } from './words.js';

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

/** franc's ISO 639-3 codes of the languages that word lists do not tell apart, or not at all. */
const threeLetters: Readonly<Record<string, string>> = {
  arb: 'ar',
  azj: 'az',
  bel: 'be',
  ben: 'bn',
  bos: 'bs',
  bul: 'bg',
  ces: 'cs',
  cmn: 'zh',
  dan: 'da',
  deu: 'de',
  ell: 'el',
  eng: 'en',
  fra: 'fr',
  guj: 'gu',
  hau: 'ha',
  heb: 'he',
  hin: 'hi',
  hrv: 'hr',
  hun: 'hu',
  ibo: 'ig',
  ind: 'id',
  ita: 'it',
  jav: 'jv',
  jpn: 'ja',
  kan: 'kn',
  kat: 'ka',
  kaz: 'kk',
  kor: 'ko',
  mal: 'ml',
  mar: 'mr',
  mkd: 'mk',
  mya: 'my',
  nld: 'nl',
  nob: 'nb',
  npi: 'ne',
  pan: 'pa',
  pes: 'fa',
  pol: 'pl',
  por: 'pt',
  ron: 'ro',
  rus: 'ru',
  spa: 'es',
  srp: 'sr',
  swe: 'sv',
  swh: 'sw',
  tam: 'ta',
  tel: 'te',
  tgl: 'tl',
  tur: 'tr',
  ukr: 'uk',
  urd: 'ur',
  uzn: 'uz',
  vie: 'vi',
  zlm: 'ms',
  zul: 'zu',
};

const known = new Set(languageTable.map(({ lang }) => lang));
const candidates = Object.keys(threeLetters).filter((code) => known.has(threeLetters[code] ?? ''));
const longestSample = 2000;
/** From so many letters on, letter triples say more than a list of frequent words. */
const lettersForTriples = 80;
/** Below so many letters, triples take a text for whatever language a word in it resembles. */
const leastForTriples = 12;
const asciiOnly = /^[\x00-\x7f]*$/;

function byScript(sample: string): string | undefined {
  const letterCount = sample.match(/\p{L}/gu)?.length ?? 0;
  const found = scripts.find(([language, pattern]) => {
    const count = sample.match(pattern)?.length ?? 0;
    return known.has(language) && count > 0 && count * 4 >= letterCount;
  });
  return found?.[0];
}

/**
 * Base languages with how near the letter triples of a text are to theirs (1: the nearest), nearest
 * first.
 */
function triples(
  sample: string,
  minLength: number,
  only: readonly string[] = candidates,
): readonly (readonly [language: string, nearness: number])[] {
  const nearest = francAll(sample, { only: [...only], minLength });
  return nearest.flatMap(([code, nearness]) => {
    const language = threeLetters[code];
    return language === undefined ? [] : [[language, nearness] as const];
  });
}

function byTriples(sample: string, minLength: number): string | undefined {
  return triples(sample, minLength)[0]?.[0];
}

/**
 * English wins a tie, because most texts are English; otherwise the language with the nearest
 * triples.
 */
function byWords(sample: string): string | undefined {
  const scores = scoresByWords(sample);
  const most = Math.max(0, ...scores.values());
  const best = [...scores.keys()].filter((language) => scores.get(language) === most);
  if (best.length < 2 || best.includes('en')) return best.includes('en') ? 'en' : best[0];
  const among = candidates.filter((code) => best.includes(threeLetters[code] ?? ''));
  return triples(sample, 1, among)[0]?.[0] ?? best[0];
}

function letterCount(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Base language of a text; English if nothing is known. Only languages that can be a source. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, longestSample).toLowerCase();
  if (!asciiOnly.test(sample)) {
    const script = byScript(sample);
    // Several languages share these scripts; triples tell them apart.
    if (script !== undefined && script !== 'hi' && script !== 'ar') return script;
    if (script !== undefined) return byTriples(sample, lettersForTriples) ?? script;
  }
  const letters = letterCount(sample);
  if (letters >= lettersForTriples) return byTriples(sample, 10) ?? byWords(sample) ?? 'en';
  const cyrillic = /\p{Script=Cyrillic}/u.test(sample);
  return (
    byWords(sample) ??
    (letters < leastForTriples ? undefined : byTriples(sample, 10)) ??
    (cyrillic ? 'ru' : 'en')
  );
}

/** Scripts of the languages that are not written in Latin letters, as far as Write has them. */
const ownScripts: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu,
  ko: /[\p{Script=Hangul}\p{Script=Han}]/gu,
  zh: /\p{Script=Han}/gu,
};
const latin = /\p{Script=Latin}/gu;
/** A symbol or a name in foreign letters does not make a text foreign. */
const fewLetters = 4;
const clearlyBehind = 0.8;
const clearlyAhead = 3;

/**
 * The language that a text is certainly in, if not `stated`: another script, frequent words of
 * another language and none of the stated one, or a long text far from it. Undefined if in doubt.
 * @param stated Base language; one that Write has.
 */
export function certainlyOther(text: string, stated: string): string | undefined {
  const sample = text.slice(0, longestSample).toLowerCase();
  const detected = detectLanguage(sample);
  if (detected === stated) return undefined;
  const letters = letterCount(sample);
  const own = ownScripts[stated] ?? latin;
  const foreign = letters - (sample.match(own)?.length ?? 0);
  // Texts of every script contain Latin letters.
  const latinLetters = own === latin ? 0 : (sample.match(latin)?.length ?? 0);
  if (foreign - latinLetters >= fewLetters && (foreign - latinLetters) * 2 > letters)
    return detected;
  const words = scoresByWords(sample);
  const hits = words.get(detected) ?? 0;
  if (hits >= clearlyAhead && !words.has(stated)) return detected;
  if (letters < lettersForTriples) return undefined;
  const nearness = new Map(triples(sample, 10));
  const isFar = (nearness.get(stated) ?? 0) < clearlyBehind;
  // For similar languages, such as Spanish and Portuguese, triples and words must agree.
  return isFar || hits >= Math.max(clearlyAhead, 2 * (words.get(stated) ?? 0))
    ? detected
    : undefined;
}
