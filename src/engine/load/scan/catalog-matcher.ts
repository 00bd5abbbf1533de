import { createMatcher, fillPattern, isPlainGlob, toGlob } from '../../../config/pattern-match.js';
import type { PatternMatch } from '../../../config/pattern-match.js';
import { pairPatterns } from '../../../config/pattern-pair.js';
import type { PatternPair } from '../../../config/pattern-pair.js';
import { parsePattern, spellings } from '../../../config/pattern.js';
import type { PatternPath } from '../../../config/pattern.js';
import type { ResolvedCatalog } from '../../../config/resolved.js';
import { comparePaths } from './paths.js';

/** A source file and the paths of its targets, whether or not they are there. */
export interface CatalogMatch {
  readonly source: string;
  readonly targets: readonly { readonly locale: string; readonly path: string }[];
}

export interface CatalogOrigin {
  readonly locale: string;
  readonly source: string;
}

/** How one catalog's files are found and distinguished. Pure: paths in, paths out. */
export interface CatalogMatcher {
  /** Globs of sources and of targets. */
  readonly globs: readonly string[];
  /** Globs of what is excluded, as far as a glob can say it. */
  readonly ignore: readonly string[];
  /** Globs of what the sources would be called in any other locale, for a hint. */
  readonly otherLocales: readonly string[];
  /** Sources among these files, sorted, with their targets. */
  match(files: ReadonlySet<string>): CatalogMatch[];
  /** Locale of a target file and the source that it belongs to; undefined for any other file. */
  originOf(path: string): CatalogOrigin | undefined;
}

export function createCatalogMatcher(
  catalog: ResolvedCatalog,
  sourceLocale: string,
): CatalogMatcher {
  const { targets } = catalog;
  const pairs = pairPatterns(catalog.source, catalog.target);
  const shared = catalog.source === catalog.target;
  const excludes = catalog.exclude.flatMap(spellings).flatMap((glob) => parsePattern(glob));
  const isExcluded = createTest(excludes, [sourceLocale, ...targets]);
  const ways = pairs.map((pair) => ({
    pair,
    source: createMatcher(pair.source, [sourceLocale]),
    target: createMatcher(pair.target, targets),
    anyTarget: createMatcher(pair.target, 'any'),
  }));
  const originOf = (path: string): CatalogOrigin | undefined => {
    if (isExcluded(path)) return undefined;
    return firstDefined(ways, ({ pair, target }) => {
      const match = target(path);
      if (match?.locale === undefined) return undefined;
      const origin = fillPattern(pair.source, match, sourceLocale);
      // A config that excludes a source is not about its targets either.
      return isExcluded(origin) ? undefined : { locale: match.locale, source: origin };
    });
  };

  /** With two patterns the source's may find targets: `messages.de.xlf` beside `messages.xlf`. */
  const isTranslation = (path: string, files: ReadonlySet<string>): boolean =>
    ways.some(({ pair, target, anyTarget }) => {
      if (target(path) !== undefined) return true;
      const match = anyTarget(path);
      if (match === undefined || match.locale === sourceLocale) return false;
      const origin = fillPattern(pair.source, match, sourceLocale);
      return origin !== path && files.has(origin);
    });

  const targetsOf = (pair: PatternPair, match: PatternMatch): CatalogMatch['targets'] =>
    targets
      .map((locale) => ({ locale, path: fillPattern(pair.target, match, locale) }))
      .filter(({ path }) => !isExcluded(path));

  const matchSource = (path: string): CatalogMatch | undefined =>
    firstDefined(ways, ({ pair, source }) => {
      const match = source(path);
      return match && { source: path, targets: targetsOf(pair, match) };
    });

  return {
    globs: pairs.flatMap(({ source, target }) => [
      toGlob(source, sourceLocale),
      ...targets.map((locale) => toGlob(target, locale)),
    ]),
    ignore: excludes.filter(isPlainGlob).map((path) => toGlob(path, '')),
    otherLocales: pairs.map(({ source }) => toGlob(source, '*')),
    match: (files) =>
      [...files]
        .filter((path) => !isExcluded(path) && (shared || !isTranslation(path, files)))
        .sort(comparePaths)
        .flatMap((path) => matchSource(path) ?? []),
    originOf,
  };
}

function createTest(
  patterns: readonly PatternPath[],
  locales: readonly string[],
): (path: string) => boolean {
  const matchers = patterns.map((pattern) => createMatcher(pattern, locales));
  return (path) => matchers.some((matches) => matches(path) !== undefined);
}

function firstDefined<T, R>(items: readonly T[], get: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = get(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
