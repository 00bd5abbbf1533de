import { parseLocale } from '../../../facts/index.js';
import {
  localePathsOf,
  createMatcher,
  fillPattern,
  isPlainGlob,
  toGlob,
  pairPatterns,
  isWildcard,
  parsePattern,
  spellings,
} from '../../../config/index.js';
import type {
  PatternMatch,
  PatternMatcher,
  PatternPath,
  FilePattern,
} from '../../../config/index.js';
import { servesAsTemplate } from '../../../formats/index.js';
import { comparePaths } from './real-paths.js';

/** A source file and the paths of its targets, existing or not. */
export interface CatalogMatch {
  readonly source: string;
  /** The source itself if it holds all locales. */
  readonly targets: readonly { readonly locale: string; readonly path: string }[];
  /** Present if the source's path has no locale although the catalog's pattern has one. */
  readonly isBare?: true;
  /** Present if the source is itself a translation. */
  readonly isTemplate?: true;
}

export interface CatalogOrigin {
  readonly locale: string;
  readonly source: string;
}

/** Finds and classifies the files of a catalog. Pure: paths in, paths out. */
export interface CatalogMatcher {
  /** Globs of sources and targets. */
  readonly globs: readonly string[];
  /** Globs of excluded files, as far as globs can express them. */
  readonly ignore: readonly string[];
  /** Sources as they would be named in any other locale, for a hint; `globs` match more. */
  readonly otherLocales: {
    readonly globs: readonly string[];
    readonly has: (path: string) => boolean;
  };
  /** Sources among these files, sorted, with their targets. */
  match(files: ReadonlySet<string>): CatalogMatch[];
  /**
   * Locale of a target file and its source; undefined for any other file. `matches`: the catalog's
   * pairs, which show whether its sources have a locale in their path.
   */
  originOf(path: string, matches?: readonly CatalogMatch[]): CatalogOrigin | undefined;
}

/** One expansion of the patterns, with the values of `{locale}`. */
interface Way {
  readonly source: PatternPath;
  readonly target: PatternPath;
  readonly sourceNames: readonly string[];
  readonly namesOf: (locale: string, votes?: readonly string[]) => readonly string[];
  /** Whether names of new files follow those of existing files. */
  readonly isFree: boolean;
  readonly isBare: boolean;
  readonly sourceMatch: PatternMatcher;
  readonly targetMatch: PatternMatcher;
  readonly anyTarget: PatternMatcher;
}

export function createCatalogMatcher(catalog: FilePattern, sourceLocale: string): CatalogMatcher {
  const { targets } = catalog;
  const ways = waysOf(catalog, sourceLocale);
  const own = ways.filter(({ isBare }) => !isBare);
  const shared = catalog.source === catalog.target;
  const excludes = catalog.exclude.flatMap(spellings).flatMap((glob) => parsePattern(glob));
  const isExcluded = createTest(excludes, namesIn(ways, [sourceLocale, ...targets]));
  const localeOf = (way: Way, name: string): string =>
    targets.find((locale) => way.namesOf(locale).includes(name)) ?? name;

  const originOf: CatalogMatcher['originOf'] = (path, matches = []) => {
    if (isExcluded(path)) return undefined;
    const isBare = matches.some((match) => match.isBare === true);
    const inOrder = isBare ? [...ways].sort((a, b) => Number(b.isBare) - Number(a.isBare)) : ways;
    return firstDefined(inOrder, (way) => {
      const match = way.targetMatch(path);
      if (match?.locale === undefined) return undefined;
      const origin = fillPattern(way.source, match, way.sourceNames[0] ?? sourceLocale);
      // If the config excludes a source, its targets are excluded too.
      if (isExcluded(origin)) return undefined;
      return { locale: localeOf(way, match.locale), source: origin };
    });
  };

  /** Whether the source pattern matches a target: `messages.de.xlf` beside `messages.xlf`. */
  const isTranslation = (path: string, files: ReadonlySet<string>): boolean =>
    ways.some(({ source, target, sourceNames, targetMatch, anyTarget }) => {
      if (targetMatch(path)?.locale !== undefined) return true;
      return longerLocales(target, anyTarget(path)).some((match) => {
        if (match.locale === undefined || sourceNames.includes(match.locale)) return false;
        return sourceNames.some((name) => {
          const origin = fillPattern(source, match, name);
          return origin !== path && files.has(origin);
        });
      });
    });

  const matchSource = (path: string, files: ReadonlySet<string>): FoundSource | undefined =>
    firstDefined(ways, (way) => {
      const match = way.sourceMatch(path);
      if (match === undefined) return undefined;
      if (!way.isBare && shared) return { path, way, match };
      if (isTemplate({ path, way, match }, catalog, sourceLocale))
        return { path, way, match, isTemplate: true };
      if (isTranslation(path, files)) return undefined;
      const isNamed = (name: string): boolean =>
        own.some(({ source }) => files.has(fillPattern(source, match, name)));
      // A source with the locale in its path takes precedence.
      if (way.isBare && way.sourceNames.some(isNamed)) return undefined;
      return { path, way, match };
    });

  return {
    globs: ways.flatMap((way) => [
      ...way.sourceNames.map((name) => toGlob(way.source, name)),
      ...(way.isBare ? [] : targets)
        .flatMap((locale) => way.namesOf(locale))
        .map((name) => toGlob(way.target, name)),
    ]),
    ignore: excludes.filter(isPlainGlob).map((path) => toGlob(path, '')),
    otherLocales: {
      globs: ways.map(({ source }) => toGlob(source, '*')),
      has: createTest(
        ways.map(({ source }) =>
          source.map((token) => (token.kind === 'locale' ? { kind: 'any' } : token)),
        ),
        [],
      ),
    },
    match: (files) => {
      const sources = [...files]
        .filter((path) => !isExcluded(path))
        .sort(comparePaths)
        .flatMap((path) => matchSource(path, files) ?? []);
      const votes = ways.some(({ isFree }) => isFree) ? namesThere(files, ways) : [];
      const named = new Map(
        ways.map((way) => [way, new Map(targets.map((one) => [one, way.namesOf(one, votes)]))]),
      );
      return sources.map(({ path, way, match, isTemplate }): CatalogMatch => {
        const pathOf = (locale: string): string => {
          const [name = locale, ...others] = named.get(way)?.get(locale) ?? [];
          const path = fillPattern(way.target, match, name);
          if (others.length === 0) return path;
          const paths = [path, ...others.map((other) => fillPattern(way.target, match, other))];
          // The existing file in any spelling of the locale, or else the new file's path.
          return paths.find((one) => files.has(one)) ?? path;
        };
        const found = targets
          .map((locale) => ({ locale, path: pathOf(locale) }))
          .filter((target) => !isExcluded(target.path));
        const template = isTemplate && { isTemplate };
        return {
          source: path,
          targets: found,
          ...(way.isBare ? { isBare: true } : {}),
          ...template,
        };
      });
    },
    originOf,
  };
}

interface FoundSource {
  readonly path: string;
  readonly way: Way;
  readonly match: PatternMatch;
  readonly isTemplate?: true;
}

/** Sources with the locale in their path come first. */
function waysOf(catalog: FilePattern, sourceLocale: string): Way[] {
  const { source, target, format, targets } = catalog;
  const pairs = pairPatterns(source, target, format);
  const found = pairs.map((pair) => {
    const paths = localePathsOf(catalog, pair.target);
    const names = {
      target: pair.target,
      sourceNames: paths.spellings(sourceLocale),
      namesOf: (locale: string, votes?: readonly string[]) => paths.spellings(locale, votes),
      isFree: paths.isFree,
    };
    const targetNames = targets.flatMap((locale) => paths.spellings(locale));
    const way = (path: PatternPath, isBare: boolean): Way => ({
      ...names,
      source: path,
      isBare,
      sourceMatch: createMatcher(path, names.sourceNames),
      targetMatch: createMatcher(pair.target, targetNames),
      anyTarget: createMatcher(pair.target, 'any'),
    });
    const bare = source === target ? paths.withoutLocale : [];
    return { own: way(pair.source, false), bare: bare.map((path) => way(path, true)) };
  });
  return [...found.map(({ own }) => own), ...found.flatMap(({ bare }) => bare)];
}

/**
 * A match for any locale, and alternatives with a longer locale: in `*_{locale}`, the wildcard
 * matches `a_fr` of `a_fr_CA`.
 */
function longerLocales(path: PatternPath, match: PatternMatch | undefined): PatternMatch[] {
  if (match?.locale === undefined) return match === undefined ? [] : [match];
  const at = path.findIndex(({ kind }) => kind === 'locale');
  const [wildcard, before] = [path[at - 2], path[at - 1]];
  if (wildcard?.kind !== 'any' || before?.kind !== 'literal') return [match];
  const index = path.slice(0, at - 2).filter(isWildcard).length;
  const words = (match.captures[index] ?? '').split(before.text);
  return words.map((_, taken): PatternMatch => {
    const own = words.length - taken;
    return {
      locale: [...words.slice(own), match.locale].join(before.text),
      captures: match.captures.with(index, words.slice(0, own).join(before.text)),
    };
  });
}

function namesThere(files: ReadonlySet<string>, ways: readonly Way[]): string[] {
  return [...files].flatMap((path) => {
    const match = firstDefined(ways, (way) => way.targetMatch(path) ?? way.sourceMatch(path));
    return match?.locale ?? [];
  });
}

function namesIn(ways: readonly Way[], locales: readonly string[]): readonly string[] {
  const names = ways.flatMap((way) => locales.flatMap((locale) => way.namesOf(locale)));
  return [...new Set([...locales, ...names])];
}

function createTest(
  patterns: readonly PatternPath[],
  locales: readonly string[],
): (path: string) => boolean {
  const matchers = patterns.map((pattern) => createMatcher(pattern, locales));
  return (path) => matchers.some((matches) => matches(path) !== undefined);
}

/** Whether a source is itself a translation, maintained or not: its texts are not source texts. */
function isTemplate(
  { path, way, match }: FoundSource,
  { format, targets }: FilePattern,
  sourceLocale: string,
): boolean {
  if (!servesAsTemplate(path, format)) return false;
  const { target, anyTarget, namesOf } = way;
  const found = longerLocales(target, anyTarget(path)).flatMap(({ locale }) => locale ?? []);
  const names = [...found, ...targets.flatMap((locale) => namesOf(locale))];
  return names.some(
    (name) => !sameLanguage(name, sourceLocale) && fillPattern(target, match, name) === path,
  );
}

function sameLanguage(name: string, locale: string): boolean {
  return parseLocale(name)?.language === parseLocale(locale)?.language;
}

function firstDefined<T, R>(items: readonly T[], get: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = get(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
