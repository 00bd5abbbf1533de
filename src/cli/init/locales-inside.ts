import { localeIn as columnLocale } from '../../formats/csv/columns.js';
import type { FoundLocale, LocalesInside } from './layout.js';
import { tagOfName } from './language-names.js';
import { isPlainLocale } from './locale-names.js';

/**
 * Locales of an Xcode string catalog, or of a table with a column per locale. Undefined for other
 * files.
 *
 * @param count returns the number of texts of a table in a locale, or in a column
 */
export function localesInside(
  text: string,
  count: (locale: string) => number,
): LocalesInside | undefined {
  return /^\s*\{/.test(text.replace(/^\ufeff/, '')) ? ofCatalog(text) : ofTable(text, count);
}

interface StringCatalog {
  readonly sourceLanguage?: unknown;
  readonly strings?: Readonly<Record<string, { readonly localizations?: object }>>;
}

function ofCatalog(text: string): LocalesInside | undefined {
  const { sourceLanguage, strings } = parsed(text);
  if (typeof sourceLanguage !== 'string' || strings === undefined) return undefined;
  const entries = Object.values(strings);
  const counts = new Map([[sourceLanguage, entries.length]]);
  for (const locale of entries.flatMap(({ localizations = {} }) => Object.keys(localizations))) {
    if (locale !== sourceLanguage) counts.set(locale, (counts.get(locale) ?? 0) + 1);
  }
  return { locales: counted(counts), source: sourceLanguage };
}

function parsed(text: string): StringCatalog {
  try {
    const value = JSON.parse(text.replace(/^\ufeff/, '')) as StringCatalog | null;
    return value ?? {};
  } catch {
    return {};
  }
}

function ofTable(text: string, count: (locale: string) => number): LocalesInside | undefined {
  const [head = ''] = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/, 1);
  const cells = head.split(/[,;\t|]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  const locales = cells.flatMap((cell) => columnLocale(cell) ?? []).filter(isPlainLocale);
  if (locales.length < 2) return ofNamedColumns(cells, count);
  return { locales: counted(locales.map((locale) => [locale, count(locale)])), source: undefined };
}

/** `Key;English;German`. */
function ofNamedColumns(
  [, ...cells]: readonly string[],
  count: (name: string) => number,
): LocalesInside | undefined {
  const columns = cells.flatMap((name) => {
    const locale = tagOfName(name);
    return locale === undefined ? [] : [{ locale, name }];
  });
  const names = Object.fromEntries(columns.map(({ locale, name }) => [locale, name]));
  if (Object.keys(names).length < Math.max(2, columns.length)) return undefined;
  const counts = columns.map(({ locale, name }) => [locale, count(name)] as const);
  return { locales: counted(counts), source: undefined, names };
}

function counted(counts: Iterable<readonly [string, number]>): Record<string, FoundLocale> {
  return Object.fromEntries(
    [...counts].map(([locale, strings]) => [locale, { files: 1, strings }]),
  );
}
