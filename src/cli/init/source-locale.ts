import { parseLocale } from '../../facts/index.js';
import { aboutOf, servesAsTemplate } from '../../formats/index.js';
import type { Candidate } from './candidates.js';
import { escapePattern } from './candidates.js';
import type { FoundCatalog, FoundLocale, Template } from './layout.js';
import { isVariant, usualIdentity } from './locale-names.js';

/** More languages than a project writes its own texts in. */
const MANY = 6;

const USUAL = ['en', 'en-US', 'en_US', 'en-us', 'en-GB', 'en_GB', 'en-gb'];

/**
 * The locale that the others are probably translated from: the English variant with the most texts,
 * or else the largest locale. English with less than a third of the texts is itself a translation,
 * unless some of its files cannot be read, or several others are equally large: then the source is
 * none of these files.
 */
export function guessSource(locales: Readonly<Record<string, FoundLocale>>): string {
  const bySize = Object.entries(locales)
    .filter(([locale]) => locale !== '')
    .sort(([, a], [, b]) => b.strings - a.strings);
  const [largest, second] = bySize;
  const english = bySize.filter(([locale]) => parseLocale(locale)?.language === 'en');
  const most = english[0]?.[1].strings ?? 0;
  const isSmall = most * 3 < (largest?.[1].strings ?? 0);
  const isWhole = english.every(([, { broken }]) => broken !== true);
  const isTied = second?.[1].strings === largest?.[1].strings;
  // Of a dozen complete translations without English, none is the source.
  const full = bySize.filter(([, { strings }]) => strings === largest?.[1].strings);
  if (english.length === 0 && full.length >= MANY) return 'en';
  if (english.length === 0 || (isSmall && isWhole && !isTied)) return largest?.[0] ?? 'en';
  // A variant with only differences (`en-GB`) is not a source; among complete ones, the usual one
  // is.
  const whole = english.filter(([, { strings }]) => strings * 2 >= most).map(([locale]) => locale);
  return USUAL.find((locale) => whole.includes(locale)) ?? whole[0] ?? 'en';
}

/**
 * The translation with the newest source texts, or else the most, if its format includes them: what
 * nobody has translated for years has the texts of then.
 */
export function templateAmong(
  files: string,
  locales: Readonly<Record<string, FoundLocale>>,
  all: readonly Pick<Candidate, 'path' | 'locale' | 'name'>[],
): Pick<FoundCatalog, 'template'> {
  const translations = all.filter(({ path }) => servesAsTemplate(path));
  const [first] = translations.toSorted((a, b) => byTemplate(locales[a.locale], locales[b.locale]));
  if (first === undefined) return {};
  const { locale, name } = first;
  return { template: { locale, source: files.replaceAll('{locale}', escapePattern(name)) } };
}

/** The better template first. */
function byTemplate(
  { files = 0, strings = 0, extractedAt = '' }: Partial<FoundLocale> = {},
  other: Partial<FoundLocale> = {},
): number {
  const isOlder = extractedAt < (other.extractedAt ?? '');
  const isNewer = extractedAt > (other.extractedAt ?? '');
  return (
    (other.files ?? 0) - files ||
    Number(isOlder) - Number(isNewer) ||
    (other.strings ?? 0) - strings
  );
}

/**
 * Whether English of a region (`en_GB.po`) is a translation like the others, because one of those
 * is a better template.
 */
export function isMereTranslation(
  locale: string,
  locales: Readonly<Record<string, FoundLocale>>,
  { template }: Pick<FoundCatalog, 'template'>,
): boolean {
  if (template === undefined || parseLocale(locale)?.region === undefined) return false;
  return byTemplate(locales[template.locale], locales[locale]) < 0;
}

/**
 * Whether the catalog has the source; false if its files include the source's locale but have none
 * of it.
 */
export function hasSource(found: FoundCatalog, source: string): boolean {
  return found.files === undefined || sourceFiles(found, source) !== undefined;
}

/** The files that a source's texts are read from. */
export function sourceFiles(found: FoundCatalog, source: string): FoundLocale | undefined {
  const { locales } = found;
  const template = templateFor(found, source);
  return locales[source] ?? locales[''] ?? (template && locales[template.locale]);
}

/**
 * Whether a catalog only holds the texts of a library. People copy them in every language there is,
 * so its locales say little about those of the project.
 */
export function isCopied(found: FoundCatalog, source: string): boolean {
  return sourceFiles(found, source)?.isCopied === true;
}

/**
 * The files that replace those of the source: a translation that contains its source texts, or
 * those of another spelling (`en` and `en-US`). Stores know regions only.
 */
export function templateFor(found: FoundCatalog, source: string): Template | undefined {
  const { files = '', format, locales, names, template } = found;
  if (Object.hasOwn(locales, source) || Object.hasOwn(locales, '')) return undefined;
  const hasOwnRegion = aboutOf(format)?.capabilities.hasOwnRegion === true;
  const others = Object.entries(locales).filter(
    ([locale]) =>
      usualIdentity(locale) === usualIdentity(source) ||
      (hasOwnRegion && isVariant(locale, source)),
  );
  if (template !== undefined || others.length === 0) return template;
  const locale = guessSource(Object.fromEntries(others));
  return { locale, source: files.replaceAll('{locale}', escapePattern(names?.[locale] ?? locale)) };
}
