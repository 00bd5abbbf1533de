import {
  findTarget,
  languageTable,
  languageTag,
  parseLocale,
  serviceLanguage,
} from '../../facts/index.js';
import { amount } from '../../people/index.js';

const known = (type: 'language' | 'script' | 'region'): ((code: string | undefined) => boolean) => {
  const names = new Intl.DisplayNames(['en'], { type, fallback: 'none' });
  return (code) => code === undefined || names.of(code) !== undefined;
};
const isLanguage = known('language');
const isScript = known('script');
const isRegion = known('region');

/** Variants used in file names; other suffixes are just words (`in-Research`). */
const VARIANTS: ReadonlySet<string> = new Set([
  'valencia',
  'tarask',
  'formal',
  'informal',
  'latin',
]);

/** Capitals are for regions (`API` and `No` are words), except before a region: `ZH-cn`. */
const USUAL_CASE = /^(?:[a-z]{2,3}(?![A-Za-z])|[A-Z]{2}[-_])/;

/**
 * Whether a name may be a locale: `en`, `pt_BR`, `zh-Hant`. Some three-letter codes are words
 * (`src`, `new`, `bin`): they count only beside other locales.
 */
export function isKnownLocale(name: string): boolean {
  const parts = parseLocale(name);
  if (parts === undefined) return false;
  if (!USUAL_CASE.test(name)) return false;
  if (!parts.variants.every((variant) => VARIANTS.has(variant))) return false;
  // `EN` in `en_EN` is not a region, but is used all the same.
  const isRepeated = name.endsWith(`_${parts.language.toUpperCase()}`);
  const { language, script, region } = parts;
  return isLanguage(language) && isScript(script) && (isRepeated || isRegion(region));
}

/**
 * Whether a name is a locale and hardly a word: three-letter codes only if the service has them.
 */
export function isPlainLocale(name: string): boolean {
  if (!isKnownLocale(name)) return false;
  return !/^[a-z]{3}$/.test(name) || findTarget(serviceLanguage(name)) !== undefined;
}

export function isEnglish(locale: string): boolean {
  return parseLocale(locale)?.language === 'en';
}

/** The locale that a file name (without extension) is or ends with. */
interface NamedLocale {
  readonly locale: string;
  /**
   * What precedes the locale, with the separator: `messages.`; '' if the name is just the locale.
   */
  readonly before: string;
}

export function localeOfName(name: string): NamedLocale | undefined {
  if (isKnownLocale(name)) return { locale: name, before: '' };
  for (const { index } of name.matchAll(/[._-]/g)) {
    const locale = name.slice(index + 1);
    if (isKnownLocale(locale)) return { locale, before: name.slice(0, index + 1) };
  }
  return undefined;
}

/** The locale that a file name (without extension) starts with: `en.i18n`, `de.common`. */
export function localeOfStart(
  name: string,
): { readonly locale: string; readonly after: string } | undefined {
  const dot = name.indexOf('.');
  const locale = name.slice(0, dot);
  return dot > 0 && isPlainLocale(locale) ? { locale, after: name.slice(dot) } : undefined;
}

/** Equal for two spellings of one locale: `pt_BR` and `pt-br`. */
export function identity(locale: string): string {
  return languageTag(locale).toLowerCase();
}

/** Equal for names that usually mean the same: also `zh-CN` and `zh-Hans`, `de` and `de-DE`. */
export function usualIdentity(locale: string): string {
  try {
    return new Intl.Locale(languageTag(locale)).maximize().baseName.toLowerCase();
  } catch {
    return identity(locale);
  }
}

/**
 * Whether two locales are one language in one script, so that translating between them changes
 * nothing. European and Brazilian Portuguese are apart; `pt` alone is Brazilian.
 */
export function isVariant(locale: string, source: string): boolean {
  const [own, other] = [locale, source].map((one) => usualParts(one));
  if (own === undefined || own.language !== other?.language) return false;
  const isApart = own.language === 'pt' && (own.region === 'BR') !== (other.region === 'BR');
  return own.script === other.script && !isApart;
}

function usualParts(locale: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(languageTag(locale)).maximize();
  } catch {
    return undefined;
  }
}

/** The names of a catalog's locales, one for each language. */
export interface OneEach {
  readonly kept: readonly string[];
  /** Name that is left out → the kept one that means the same. */
  readonly twins: ReadonlyMap<string, string>;
}

/**
 * Of several names for one language (`nb` and `no`), the one with the most texts. A name that only
 * usually means the same as another (`zh-CN` and `zh-Hans`) is left out if it has no texts.
 */
export function oneOfEach(texts: Readonly<Record<string, number>>): OneEach {
  const textsOf = (name: string): number => texts[name] ?? 0;
  const kept: string[] = [];
  const twins = new Map<string, string>();
  for (const name of Object.keys(texts).sort((a, b) => textsOf(b) - textsOf(a))) {
    const same =
      kept.find((other) => identity(other) === identity(name)) ??
      (textsOf(name) === 0
        ? kept.find((other) => usualIdentity(other) === usualIdentity(name))
        : undefined);
    if (same === undefined) kept.push(name);
    else twins.set(name, same);
  }
  return { kept: kept.sort(), twins };
}

/** File-name locale → service code, as in the config's `languages`. */
export type Languages = Readonly<Record<string, string>>;

/** The same with tags. Names with four letters or fewer (`thai`) need an entry in the config. */
const TAG_BY_NAME: ReadonlyMap<string, string> = new Map(
  languageTable.flatMap(({ name, lang }) =>
    /^[A-Z][a-z]{4,}$/.test(name) ? [[name.toLowerCase(), lang]] : [],
  ),
);

/** Service codes by lower-case English name of the language. */
const BY_NAME: ReadonlyMap<string, string> = new Map(
  languageTable.map(({ name, lang }) => [name.toLowerCase(), lang.toUpperCase()]),
);

/** Languages whose folder names differ from the service's names. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'brazilian-portuguese': 'pt-BR',
  'portuguese-brazilian': 'pt-BR',
  'portuguese-br': 'pt-BR',
  'simplified-chinese': 'zh-Hans',
  'chinese-simplified': 'zh-Hans',
  'traditional-chinese': 'zh-Hant',
  'chinese-traditional': 'zh-Hant',
  norwegian: 'nb',
};

/** The locale for a language's English name, or without its hyphen: `german` → `de`, `deDE` → `de-DE`. */
export function tagOfName(name: string): string | undefined {
  const tag = name.replace(/^([a-z]{2})([A-Z]{2})$/, '$1-$2');
  if (tag !== name && isKnownLocale(tag)) return tag;
  const plain = name.toLowerCase().replaceAll(/[_ ]/g, '-');
  if (Object.hasOwn(OTHER_NAMES, plain)) return OTHER_NAMES[plain];
  return TAG_BY_NAME.get(plain);
}

/**
 * Service codes of locales that are names, such as folders called `english` and `german`: from
 * `said`, or else by the language's name. Locales that are codes need none.
 */
export function languagesOf(locales: readonly string[], said: Languages = {}): Languages {
  const named = locales.flatMap((locale): [string, string][] => {
    const code = BY_NAME.get(locale.toLowerCase());
    return parseLocale(locale) !== undefined || code === undefined ? [] : [[locale, code]];
  });
  return { ...Object.fromEntries(named), ...said };
}

/** `german=DE,klingon=tlh` → a code for each name. */
export function parseLanguages(text: string): Languages {
  const pairs = text.split(',').map((pair): [string, string] => {
    const [locale = '', code = ''] = pair.split('=');
    return [locale.trim(), code.trim().toUpperCase()];
  });
  return Object.fromEntries(pairs);
}

/** The first of files alike, and how many more there are. */
export function shortList([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} and ${amount(more.length, 'more file')} like it`;
}

/** The first twelve by name, the others by number. */
export function localeList(locales: readonly string[]): string {
  const [shown, left] = [locales.slice(0, 12), locales.length - 12];
  return `${shown.join(', ')}${left > 0 ? ` and ${amount(left, 'more locale')}` : ''}`;
}
