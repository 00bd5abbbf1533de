import { languageTable } from '../../api/facts/language-table.js';
import { parseLocale } from '../../config/languages.js';

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

/** The locale for a language's English name: `german` → `de`. */
export function tagOfName(name: string): string | undefined {
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
