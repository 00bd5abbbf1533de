import { parseLocale } from '../../config/languages.js';
import { servesAsTemplate } from '../../formats/endings.js';
import type { Candidate } from './candidates.js';
import { escapePattern } from './escape-pattern.js';
import type { FoundCatalog, FoundLocale } from './layout.js';

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
