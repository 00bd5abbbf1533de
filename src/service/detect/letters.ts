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
export function languageByScript(sample: string, letterCount: number): string | undefined {
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
export function tellingLetters(sample: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [language, letters] of telling) {
    const count = sample.match(letters)?.length ?? 0;
    if (count > 0) counts.set(language, count);
  }
  return counts;
}
