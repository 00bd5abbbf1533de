import { findSource, findTarget } from '../../api/facts/language-codes.js';
import { parseLocale, serviceLanguage, serviceSourceLanguage } from '../../config/languages.js';
import { baseLocale, looksLikeOverride } from '../../config/override-locales.js';
import type { Choice } from './choose-catalogs.js';
import { hasSource, sourceFiles } from './layout.js';
import type { FoundCatalog } from './layout.js';
import { identity, isEnglish } from './locale-names.js';

/**
 * The source locale of most strings, preferring English. A catalog with a single locale other than
 * English counts only if all catalogs are like that.
 */
export function guessProjectSource(found: readonly FoundCatalog[]): string | undefined {
  const several = found.filter(({ locales }) => Object.keys(locales).length > 1);
  const english = several.filter(({ sourceLocale }) => isEnglish(sourceLocale));
  const told = found.filter((one) => several.includes(one) || isEnglish(one.sourceLocale));
  const voters = english.length > 0 ? english : several.length > 0 ? told : found;
  const votes = new Map<string, number>();
  for (const found of voters) {
    const { sourceLocale } = found;
    const strings = sourceFiles(found, sourceLocale)?.strings ?? 0;
    votes.set(sourceLocale, (votes.get(sourceLocale) ?? 0) + strings + 1);
  }
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Locales of the files other than the source, and notes about those left out. */
export function guessTargets(
  found: readonly FoundCatalog[],
  source: string,
): Pick<Choice, 'targets' | 'notes'> {
  const targets = new Map<string, string>();
  const variants: string[] = [];
  const unknown: string[] = [];
  // Files outside the catalogs do not determine the targets.
  const used = found.filter((one) => hasSource(one, source));
  for (const locale of new Set(
    (used.length > 0 ? used : found).flatMap(({ locales }) => Object.keys(locales)),
  )) {
    if (locale === '' || identity(locale) === identity(source)) continue;
    if (targets.has(identity(locale))) continue;
    if (parseLocale(locale)?.language === parseLocale(source)?.language) {
      // A locale that holds only differences is maintained and costs nothing.
      const isOverride = Object.hasOwn(chooseFallbacks(used, source, [locale]), locale);
      if (isOverride) targets.set(identity(locale), locale);
      else variants.push(locale);
    } else if (findTarget(serviceLanguage(locale)) === undefined) unknown.push(locale);
    else targets.set(identity(locale), locale);
  }
  const notes = [
    ...note(variants, `a variant of the source ${source}: translating it would change nothing`),
    ...note(
      unknown,
      'not supported by the service; if the service has another code for it, map it under "languages"',
    ),
  ];
  return { targets: [...targets.values()].sort(), notes };
}

/** Source and targets that the service does not have under these names. */
export function unknownLocales(source: string, targets: readonly string[]): string[] {
  return [
    ...(findSource(serviceSourceLanguage(source)) === undefined ? [source] : []),
    ...targets.filter((target) => findTarget(serviceLanguage(target)) === undefined),
  ];
}

function note(locales: readonly string[], reason: string): string[] {
  return locales.length === 0 ? [] : [`Not used as a target: ${locales.join(', ')} (${reason}).`];
}

/** `de, fr` → two locales. */
export function splitLocales(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

/**
 * Target → the locale that its files differ from, if they hold only part of that locale's texts.
 */
export function chooseFallbacks(
  found: readonly FoundCatalog[],
  source: string,
  targets: readonly string[],
): Readonly<Record<string, string>> {
  const of = stringsOf(found, source);
  const pairs = targets.flatMap((target): readonly (readonly [string, string])[] => {
    const base = baseLocale(target, { source, targets });
    if (base === undefined) return [];
    const shares = { own: of(target), base: of(base), source: of(source) };
    return looksLikeOverride(shares) ? [[target, base]] : [];
  });
  return Object.fromEntries(pairs);
}

/**
 * Number of texts of a locale in all catalogs. A source without a locale in its path counts for the
 * source locale.
 */
function stringsOf(found: readonly FoundCatalog[], source: string): (locale: string) => number {
  return (locale) =>
    found.reduce((sum, { files, locales }) => {
      const isSource = files === undefined && locale === source;
      const own = Object.entries(locales).find(([name]) =>
        isSource ? name === '' : identity(name) === identity(locale),
      );
      return sum + (own?.[1].strings ?? 0);
    }, 0);
}

/** Notes about them, for people to check. */
export function fallbackNotes(fallbacks: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(fallbacks).map(
    ([locale, base]) =>
      `${locale} has only some of the texts of ${base}, so it is set up to contain only what differs (fallbacks). Its other texts are not translated.`,
  );
}
