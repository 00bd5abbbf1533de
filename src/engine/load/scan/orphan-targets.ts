import { formatOf, localeNamesOf } from '../../../formats/index.js';
import type { ResolvedCatalog } from '../../../config/index.js';
import type { CatalogMatch, CatalogMatcher } from './catalog-matcher.js';
import type { Listing } from './listing.js';
import { comparePaths } from './paths.js';
import type { PlacedPair } from './placement.js';
import type { RealPaths } from './real-paths.js';

/** A target file without a source. */
export interface ScanOrphan {
  readonly catalog: ResolvedCatalog;
  readonly locale: string;
  readonly path: string;
  /** Path that its source would have. */
  readonly source: string;
  /** The existing target of that source with another spelling of the locale (`no`, `nb`). */
  readonly twin: string | undefined;
  /** Why it must not be read: it is a broken link, or a link out of the root. */
  readonly unusable: string | undefined;
}

/** A catalog with the files that its globs found. */
export interface ScannedCatalog {
  readonly catalog: ResolvedCatalog;
  readonly matcher: CatalogMatcher;
  readonly listing: Listing;
  readonly matches: readonly CatalogMatch[];
}

/**
 * Files that match a target pattern and belong to no pair, sorted by path. If a file matches
 * several catalogs, the first one counts.
 */
export function findOrphans(
  scanned: readonly ScannedCatalog[],
  pairs: readonly PlacedPair[],
  realPaths: RealPaths,
): ScanOrphan[] {
  const used = usedPaths(scanned, pairs);
  const orphans = scanned.flatMap(({ catalog, matcher, listing, matches }) =>
    [...listing.files].flatMap(([path, { link }]): ScanOrphan[] => {
      if (used.has(path)) return [];
      used.add(path);
      const origin = matcher.originOf(path, matches);
      if (origin === undefined || hasOtherSource(path, catalog, realPaths)) return [];
      const twin = matches
        .find(({ source }) => source === origin.source)
        ?.targets.find(({ locale }) => locale === origin.locale)?.path;
      const real = realPaths.resolve(path, link ? 'link' : 'file');
      return [{ catalog, path, ...origin, twin, unusable: real.ok ? undefined : real.reason }];
    }),
  );
  return orphans.sort((a, b) => comparePaths(a.path, b.path));
}

function hasOtherSource(path: string, { format }: ResolvedCatalog, realPaths: RealPaths): boolean {
  const others = localeNamesOf(formatOf(path, format))?.otherSources ?? [];
  return others.some(([part, instead]) => {
    const other = path.replace(part, instead);
    return other !== path && realPaths.entry(other) === 'file';
  });
}

function usedPaths(scanned: readonly ScannedCatalog[], pairs: readonly PlacedPair[]): Set<string> {
  const used = new Set(pairs.flatMap(({ targets }) => targets.map(({ path }) => path)));
  for (const { source, targets } of scanned.flatMap(({ matches }) => matches)) {
    used.add(source);
    for (const { path } of targets) used.add(path);
  }
  return used;
}
