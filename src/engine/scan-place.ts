import type { ResolvedCatalog } from '../config/resolved.js';
import type { Problem } from '../model/index.js';
import type { CatalogMatch } from './scan-catalog.js';
import type { RealPaths } from './scan-links.js';
import type { Listing } from './scan-list.js';

/** A pair with what the file system says about each path. */
export interface PlacedPair {
  readonly catalog: ResolvedCatalog;
  readonly source: string;
  readonly realSource: string;
  readonly targets: readonly PlacedTarget[];
}

export interface PlacedTarget {
  readonly locale: string;
  readonly path: string;
  readonly exists: boolean;
  /** Relative to the real root; one file has one. */
  readonly real: string;
}

export interface PlaceContext {
  readonly catalog: ResolvedCatalog;
  readonly listing: Listing;
  readonly realPaths: RealPaths;
  /** By path; what cannot be used is added here. */
  readonly problems: Map<string, Problem>;
}

/** The pairs of a catalog without the paths that lead out of the root or are no files. */
export function placeMatches(
  matches: readonly CatalogMatch[],
  { catalog, listing, realPaths, problems }: PlaceContext,
): PlacedPair[] {
  const place = (path: string): { real: string; exists: boolean } | undefined => {
    const listed = listing.files.get(path);
    const known = listed === undefined ? undefined : listed.link ? 'link' : 'file';
    // What the globs did not find may be there all the same, behind a linked folder.
    const entry = known ?? realPaths.entry(path);
    const real = realPaths.resolve(path, entry);
    const wrong = entry === 'folder' || entry === 'other' ? 'is no file' : undefined;
    if (real.ok && wrong === undefined) return { real: real.path, exists: entry !== 'nothing' };
    const reason = wrong ?? (real.ok ? '' : real.reason);
    problems.set(path, invalidFile(path, `${path} ${reason}; it is left alone`));
    return undefined;
  };
  return matches.flatMap(({ source, targets }) => {
    const placed = place(source);
    if (placed === undefined) return [];
    return {
      catalog,
      source,
      realSource: placed.real,
      targets: targets.flatMap((target) => {
        const found = place(target.path);
        return found === undefined ? [] : { ...target, ...found };
      }),
    };
  });
}

function invalidFile(file: string, message: string): Problem {
  return { code: 'invalid-file', severity: 'error', message, file };
}

/** Adds what could not be listed to the problems. */
export function unreadableFolders(listing: Listing, problems: Map<string, Problem>): void {
  for (const { folder, code } of listing.unreadable) {
    const message = `the folder "${folder}" cannot be read (${code}); put it under "exclude" if it holds no catalogs`;
    problems.set(folder, invalidFile(folder, message));
  }
}
