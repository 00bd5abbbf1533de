import { parseLocale } from '../../facts/index.js';
import { servesAsTemplate } from '../../formats/index.js';
import type { Candidate } from './candidates.js';
import { escapePattern } from './candidates.js';
import type { FoundCatalog, FoundLocale } from './layout.js';

const USUAL = ['en', 'en-US', 'en_US', 'en-us', 'en-GB', 'en_GB', 'en-gb'];

/**
 * The locale that the others are probably translated from: the English variant with the most texts,
 * or else the largest locale. English with less than a third of the texts is itself a translation,
 * unless some of its files cannot be read.
 */
export function guessSource(locales: Readonly<Record<string, FoundLocale>>): string {
  const bySize = Object.entries(locales)
    .filter(([locale]) => locale !== '')
    .sort(([, a], [, b]) => b.strings - a.strings);
  const [largest] = bySize;
  const english = bySize.filter(([locale]) => parseLocale(locale)?.language === 'en');
  const most = english[0]?.[1].strings ?? 0;
  const isSmall = most * 3 < (largest?.[1].strings ?? 0);
  const isWhole = english.every(([, { broken }]) => broken !== true);
  if (english.length === 0 || (isSmall && isWhole)) return largest?.[0] ?? 'en';
  // A variant with only differences (`en-GB`) is not a source; among complete ones, the usual one
  // is.
  const full = english.filter(([, { strings }]) => strings * 2 >= most).map(([locale]) => locale);
  return USUAL.find((locale) => full.includes(locale)) ?? full[0] ?? 'en';
}

/** The translation with the most texts, if its format includes the source texts. */
export function templateAmong(
  files: string,
  locales: Readonly<Record<string, FoundLocale>>,
  all: readonly Pick<Candidate, 'path' | 'locale' | 'name'>[],
): Pick<FoundCatalog, 'template'> {
  const translations = all.filter(({ path }) => servesAsTemplate(path));
  const sizeOf = (locale: string): FoundLocale => locales[locale] ?? { files: 0, strings: 0 };
  const [largest] = translations.toSorted((a, b) => {
    const [one, other] = [sizeOf(a.locale), sizeOf(b.locale)];
    return other.files - one.files || other.strings - one.strings;
  });
  if (largest === undefined) return {};
  const { locale, name } = largest;
  return { template: { locale, source: files.replaceAll('{locale}', escapePattern(name)) } };
}

/**
 * Whether English of a region (`en_GB.po`) is a translation like the others, because one of those
 * has more source texts.
 */
export function isMereTranslation(
  locale: string,
  locales: Readonly<Record<string, FoundLocale>>,
  { template }: Pick<FoundCatalog, 'template'>,
): boolean {
  if (template === undefined || parseLocale(locale)?.region === undefined) return false;
  return (locales[template.locale]?.strings ?? 0) > (locales[locale]?.strings ?? 0);
}
