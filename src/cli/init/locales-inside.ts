import type { FoundLocale, LocalesInside } from './layout.js';
import { isPlainLocale } from './locale-names.js';

/**
 * Locales of a string catalog of Xcode, or of a table with a column for each. Undefined: it is
 * neither.
 */
export function localesInside(text: string): LocalesInside | undefined {
  return /^\s*\{/.test(text.replace(/^\ufeff/, '')) ? ofCatalog(text) : ofTable(text);
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

function ofTable(text: string): LocalesInside | undefined {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const cells = (lines[0] ?? '').split(/[,;\t|]/).map((cell) => cell.trim().replace(/^"|"$/g, ''));
  const locales = cells.filter((cell) => isPlainLocale(cell));
  if (locales.length < 2) return undefined;
  const texts = lines.slice(1).filter((line) => line.trim() !== '').length;
  return { locales: counted(locales.map((locale) => [locale, texts])), source: undefined };
}

function counted(counts: Iterable<readonly [string, number]>): Record<string, FoundLocale> {
  return Object.fromEntries(
    [...counts].map(([locale, strings]) => [locale, { files: 1, strings }]),
  );
}
