import { OLD_CODES, OTHER_CODES } from '../formats/index.js';
import type { LocaleNames, LocaleStyle } from '../model/index.js';
import { parseLocale } from '../facts/index.js';

/** Styles to look for, the plainest first. */
const STYLES: readonly Exclude<LocaleStyle, 'exact' | 'written'>[] = [
  'bcp47',
  'underscore',
  'posix',
  'android',
  'android-bcp47',
  'lower',
  'lower-underscore',
];

const SCRIPT_MODIFIERS: Readonly<Record<string, string>> = {
  Latn: 'latin',
  Cyrl: 'cyrillic',
  Arab: 'arabic',
  Deva: 'devanagari',
};

/** Parts of a locale in their usual case, with the language code as written. */
interface Parts {
  readonly language: string;
  readonly script: string | undefined;
  readonly region: string | undefined;
  readonly variants: readonly string[];
}

/**
 * The spellings of a locale in paths, that of a new file first. `votes`: locale names in existing
 * files, whose style a new file follows.
 * @param names undefined for a format whose paths spell locales as the config does
 */
export function spellingsOf(
  locale: string,
  names: LocaleNames | undefined,
  votes: readonly string[] = [],
): readonly string[] {
  if (names === undefined || names.style === 'exact') return [locale];
  const parts = partsOf(locale);
  if (parts === undefined) return [locale];
  const { style } = names;
  const usual = [...stylesOf(votes, style), style, ...STYLES];
  const own = usual.map((one) => spelled(locale, parts, one));
  const other = OTHER_CODES[parts.language];
  const others =
    other === undefined
      ? []
      : usual.map((one) => spelled(locale, { ...parts, language: other }, one));
  return [...new Set([...own, locale, ...others])];
}

/**
 * The BCP 47 tag of a locale name in a path: `pt-rBR`, `pt_BR` → `pt-BR`. Undefined if it does not
 * look like a locale.
 */
export function localeOfSpelling(name: string): string | undefined {
  const plain = plainName(name);
  const parts = partsOf(plain);
  if (parts === undefined) return undefined;
  const old = Object.entries(OLD_CODES).find(([, code]) => code === parts.language);
  return spelled(plain, { ...parts, language: old?.[0] ?? parts.language }, 'bcp47');
}

/** Converts Android's spellings to the general form. */
function plainName(name: string): string {
  if (name.startsWith('b+')) return name.slice(2).replaceAll('+', '-');
  return name.replace(/^([a-z]{2,3})-r([A-Z]{2}|\d{3})$/, '$1-$2');
}

/** Styles of the names, the most frequent first. A name without subtags (`de`) shows no style. */
function stylesOf(names: readonly string[], usual: LocaleStyle): readonly LocaleStyle[] {
  const counts = new Map<LocaleStyle, number>();
  for (const name of names) {
    const plain = plainName(name);
    const parts = partsOf(plain);
    if (parts === undefined || /^[a-z]+$/i.test(plain)) continue;
    // If two styles spell it alike, the format's own counts.
    const found = [usual, ...STYLES].find(
      (style) => style !== 'written' && style !== 'exact' && spelled(plain, parts, style) === name,
    );
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([style]) => style);
}

function partsOf(locale: string): Parts | undefined {
  const parts = parseLocale(locale);
  const [language] = /^[a-z]{2,3}/i.exec(locale) ?? [];
  return parts === undefined || language === undefined
    ? undefined
    : { ...parts, language: language.toLowerCase() };
}

function spelled(locale: string, parts: Parts, style: LocaleStyle): string {
  const { language, script, region, variants } = parts;
  const subtags = [language, script, region, ...variants].filter((part) => part !== undefined);
  switch (style) {
    case 'exact':
    case 'written':
      return locale;
    case 'bcp47':
      return subtags.join('-');
    case 'underscore':
      return subtags.join('_');
    case 'lower':
      return subtags.join('-').toLowerCase();
    case 'lower-underscore':
      return subtags.join('_').toLowerCase();
    case 'posix':
      return posix(parts, subtags);
    case 'android':
      return android(parts);
    case 'android-bcp47':
      return subtags.length === 1 ? language : `b+${subtags.join('+')}`;
  }
}

/**
 * Scripts that gettext knows become modifiers, and so does a variant: `sr@latin`, `ca@valencia`.
 */
function posix(parts: Parts, subtags: readonly string[]): string {
  const { language, script, region, variants } = parts;
  const modifier = script === undefined ? variants[0] : SCRIPT_MODIFIERS[script];
  if (modifier === undefined || variants.length > (script === undefined ? 1 : 0)) {
    return subtags.join('_');
  }
  return `${region === undefined ? language : `${language}_${region}`}@${modifier}`;
}

/** `pt-rBR`; locales that need more than two-letter codes are BCP 47: `b+sr+Latn`. */
function android({ language, script, region, variants }: Parts): string {
  const code = OLD_CODES[language] ?? language;
  if (script === undefined && variants.length === 0 && (region?.length ?? 2) === 2) {
    return region === undefined ? code : `${code}-r${region}`;
  }
  const subtags = [language, script, region, ...variants].filter((part) => part !== undefined);
  return `b+${subtags.join('+')}`;
}
