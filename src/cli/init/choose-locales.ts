import {
  findSource,
  findTarget,
  serviceLanguage,
  serviceSourceLanguage,
  baseLocale,
  looksLikeOverride,
} from '../../facts/index.js';
import { groupBy } from '../../people/index.js';
import { localesOf } from './choose-catalogs.js';
import type { FoundCatalog } from './layout.js';
import { identity, isEnglish, isVariant, localeList, usualIdentity } from './locale-names.js';
import { hasSource, isCopied, sourceFiles, templateFor } from './source-locale.js';

/**
 * The source locale of most strings, preferring English. A catalog with a single locale other than
 * English counts only if all catalogs are like that. Keys that look like texts are the source
 * themselves, most likely in English.
 */
export function guessProjectSource(all: readonly FoundCatalog[]): string | undefined {
  const found = all.map((one) => {
    const { strings = 0, hasTextKeys } = sourceFiles(one, one.sourceLocale) ?? {};
    const source = hasTextKeys === true ? 'en' : one.sourceLocale;
    const isSeveral = Object.keys(one.locales).length > 1;
    return { source, strings, isSeveral, hasEnglish: isEnglish(one.sourceLocale) };
  });
  const several = found.filter(({ isSeveral }) => isSeveral);
  const told = found.filter((one) => one.isSeveral || one.hasEnglish);
  const english = told.filter(({ hasEnglish }) => hasEnglish);
  const isEnglishOne = several.some(({ hasEnglish }) => hasEnglish);
  const voters = isEnglishOne ? english : several.length > 0 ? told : found;
  const votes = new Map<string, number>();
  for (const { source, strings } of voters) {
    votes.set(source, (votes.get(source) ?? 0) + strings + 1);
  }
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0];
}

/** Targets by what was found. */
interface GuessedTargets {
  /** Those of the project's own texts. */
  readonly targets: readonly string[];
  /** Those that only texts copied from libraries have. */
  readonly ofLibraries: readonly string[];
  /** What was left out, and why. */
  readonly notes: readonly string[];
}

/** Locales of the files other than the source, and notes about those left out. */
export function guessTargets(found: readonly FoundCatalog[], source: string): GuessedTargets {
  const targets = new Map<string, string>();
  const variants = new Set<string>();
  const unknown = new Set<string>();
  // Files outside the catalogs do not determine the targets.
  const used = found.filter((one) => hasSource(one, source));
  const all = used.length > 0 ? used : found;
  const sources = new Set(all.map((one) => templateFor(one, source)?.locale));
  const ofProject = all.filter((one) => !isCopied(one, source));
  const add = (locale: string, _at: number, names: readonly string[]): void => {
    if (locale === '' || identity(locale) === identity(source)) return;
    if (targets.has(identity(locale))) return;
    // Another catalog's spelling: `es-ES` of a store for the app's `es`.
    const own = new Set(names.map(identity));
    const twin = [...targets].find(([, name]) => usualIdentity(name) === usualIdentity(locale));
    if (twin !== undefined && !own.has(twin[0])) return;
    if (isVariant(locale, source)) {
      // A locale that holds only differences is maintained and costs nothing.
      const isOverride = Object.hasOwn(chooseFallbacks(used, source, [locale]), locale);
      if (isOverride) targets.set(identity(locale), locale);
      else if (!sources.has(locale)) variants.add(locale);
    } else if (findTarget(serviceLanguage(locale)) === undefined) unknown.add(locale);
    else targets.set(identity(locale), locale);
  };
  for (const one of ofProject) localesOf(one).forEach(add);
  const own = targets.size > 0 ? [...targets.values()].sort() : undefined;
  for (const one of all) localesOf(one).forEach(add);
  const every = [...targets.values()].sort();
  const notes = [
    ...note(
      [...variants],
      `a variant of the source ${source}: translating it would change nothing`,
    ),
    ...note(
      [...unknown],
      'not supported by the service; if the service has another code for it, map it under "languages"',
    ),
  ];
  if (own === undefined) return { targets: every, ofLibraries: [], notes };
  return { targets: own, ofLibraries: every.filter((locale) => !own.includes(locale)), notes };
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
  const has = ({ locales }: FoundCatalog, name: string): boolean =>
    Object.keys(locales).some((locale) => identity(locale || source) === identity(name));
  const pairs = targets.flatMap((target): readonly (readonly [string, string])[] => {
    const base = baseLocale(target, { source, targets });
    if (base === undefined) return [];
    if (!found.some((one) => has(one, target) && has(one, base))) return [];
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
  return [...groupBy(Object.keys(fallbacks), (locale) => fallbacks[locale] ?? '')].map(
    ([base, locales]) => {
      const [they, are, it, their] =
        locales.length === 1 ? ['has', 'is', 'it', 'Its'] : ['have', 'are', 'they', 'Their'];
      return `${localeList(locales)} ${they} only some of the texts of ${base}, so ${it} ${are} set up to contain only what differs (fallbacks). ${their} other texts are not translated.`;
    },
  );
}
