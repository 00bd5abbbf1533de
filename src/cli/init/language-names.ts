import { languageTable } from '../../api/facts/language-table.js';
import { parseLocale } from '../../config/languages.js';

/** File-name locale → service code, as the config's `languages`. */
export type Languages = Readonly<Record<string, string>>;

/** Codes of the service by the English name of their language, in lower case. */
const BY_NAME: ReadonlyMap<string, string> = new Map(
  languageTable.map(({ name, lang }) => [name.toLowerCase(), lang.toUpperCase()]),
);

/**
 * What locales stand for that are named in words, as folders called `english` and `german` are:
 * what the call says, else the language of that name. Locales that are codes need none.
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
