import { baseLocale, looksLikeOverride } from '../../config/override-locales.js';
import type { FoundCatalog } from './layout.js';
import { identity } from './locale-names.js';

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
