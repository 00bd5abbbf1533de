import {
  findSource,
  findTarget,
  serviceLanguage,
  serviceSourceLanguage,
  baseLocale,
  languageTag,
  looksLikeOverride,
} from '../../facts/index.js';
import { localesOf } from './choose-catalogs.js';
import { hasSource, isCopied, sourceFiles } from './layout.js';
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

/** Targets by what was found. */
interface GuessedTargets {
  /** Those of the project's own texts. */
  readonly targets: readonly string[];
  /** Those that only texts copied from libraries have. */
  readonly ofLibraries: readonly string[];
  /** What was left out, and why. */
  readonly notes: readonly string[];
}

/**
 * Whether two locales are one language in one script, so that translating between them changes
 * nothing. European and Brazilian Portuguese are apart; `pt` alone is Brazilian.
 */
function isVariant(locale: string, source: string): boolean {
  const [own, other] = [locale, source].map((one) => usualParts(one));
  if (own === undefined || own.language !== other?.language) return false;
  const isApart = own.language === 'pt' && (own.region === 'BR') !== (other.region === 'BR');
  return own.script === other.script && !isApart;
}

function usualParts(locale: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(languageTag(locale)).maximize();
  } catch {
    return undefined;
  }
}

/** Locales of the files other than the source, and notes about those left out. */
export function guessTargets(found: readonly FoundCatalog[], source: string): GuessedTargets {
  const targets = new Map<string, string>();
  const variants = new Set<string>();
  const unknown = new Set<string>();
  // Files outside the catalogs do not determine the targets.
  const used = found.filter((one) => hasSource(one, source));
  const all = used.length > 0 ? used : found;
  const ofProject = all.filter((one) => !isCopied(one, source));
  const add = (locale: string): void => {
    if (locale === '' || identity(locale) === identity(source)) return;
    if (targets.has(identity(locale))) return;
    if (isVariant(locale, source)) {
      // A locale that holds only differences is maintained and costs nothing.
      const isOverride = Object.hasOwn(chooseFallbacks(used, source, [locale]), locale);
      if (isOverride) targets.set(identity(locale), locale);
      else variants.add(locale);
    } else if (findTarget(serviceLanguage(locale)) === undefined) unknown.add(locale);
    else targets.set(identity(locale), locale);
  };
  ofProject.flatMap(localesOf).forEach(add);
  const own = targets.size > 0 ? [...targets.values()].sort() : undefined;
  all.flatMap(localesOf).forEach(add);
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
