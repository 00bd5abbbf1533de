import { francAll } from 'franc-min';
import { languageTable } from '../../api/index.js';
import { bestByWords } from './words.js';

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
const asciiOnly = /^[\x00-\x7f]*$/;

function byScript(sample: string): string | undefined {
  const letterCount = sample.match(/\p{L}/gu)?.length ?? 0;
  const found = scripts.find(([language, pattern]) => {
    const count = sample.match(pattern)?.length ?? 0;
    return known.has(language) && count > 0 && count * 4 >= letterCount;
  });
  return found?.[0];
}

function byTriples(sample: string, minLength: number): string | undefined {
  const [code] = francAll(sample, { only: candidates, minLength })[0] ?? [];
  return code === undefined ? undefined : threeLetters[code];
}

/** Base language of a text; English where nothing tells. Only languages that can be a source. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, longestSample).toLowerCase();
  if (!asciiOnly.test(sample)) {
    const script = byScript(sample);
    // Several languages share these scripts; triples tell them apart.
    if (script !== undefined && script !== 'hi' && script !== 'ar') return script;
    if (script !== undefined) return byTriples(sample, lettersForTriples) ?? script;
  }
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (letters >= lettersForTriples) return byTriples(sample, 10) ?? bestByWords(sample) ?? 'en';
  const cyrillic = /\p{Script=Cyrillic}/u.test(sample);
  return (
    bestByWords(sample) ??
    (letters < 12 ? undefined : byTriples(sample, 10)) ??
    (cyrillic ? 'ru' : 'en')
  );
}
