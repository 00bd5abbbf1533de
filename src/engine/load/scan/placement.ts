import type { FilePattern, ResolvedCatalog } from '../../../config/index.js';
import { nameFlaw } from '../../../model/index.js';
import type { Problem } from '../../../model/index.js';
import type { CatalogMatch } from './catalog-matcher.js';
import type { Listing } from './listing.js';
import type { Entry, RealPaths } from './real-paths.js';

/** A pair with the file system's data about each path. */
export interface PlacedPair<Entry extends FilePattern = ResolvedCatalog> {
  readonly catalog: Entry;
  readonly source: string;
  /** Relative to the real root; unique per file. */
  readonly realSource: string;
  /** `CatalogMatch.isTemplate`. */
  readonly isTemplate?: true;
  readonly targets: readonly PlacedTarget[];
}

export interface PlacedTarget {
  readonly locale: string;
  readonly path: string;
  readonly exists: boolean;
  /** Relative to the real root; unique per file. */
  readonly real: string;
}

export interface PlaceContext<Entry extends FilePattern = ResolvedCatalog> {
  readonly catalog: Entry;
  readonly listing: Pick<Listing, 'files'>;
  readonly realPaths: RealPaths;
  /** `process.platform` of the system that the files will be written on. */
  readonly system: string;
}

export interface Placement<Entry extends FilePattern = ResolvedCatalog> {
  readonly pairs: readonly PlacedPair<Entry>[];
  /** Problems of paths that cannot be used. */
  readonly problems: readonly Problem[];
}

/** The pairs of a catalog, without paths that lead out of the root or are not files. */
export function placeMatches<Entry extends FilePattern>(
  matches: readonly CatalogMatch[],
  { catalog, listing, realPaths, system }: PlaceContext<Entry>,
): Placement<Entry> {
  const problems: Problem[] = [];
  const place = (path: string): Pick<PlacedTarget, 'real' | 'exists'> | undefined => {
    const listed = listing.files.get(path);
    const known = listed === undefined ? undefined : listed.link ? 'link' : 'file';
    // The globs do not search linked folders, but the path may still exist there.
    const entry = known ?? realPaths.entry(path);
    const real = realPaths.resolve(path, entry);
    const wrong = flawOf(path, entry, system);
    if (real.ok && wrong === undefined) return { real: real.path, exists: entry !== 'nothing' };
    const reason = wrong ?? (real.ok ? '' : real.reason);
    problems.push(invalidFile(path, `${path} ${reason}; it was skipped`));
    return undefined;
  };
  const pairs = matches.flatMap(({ source, isTemplate, targets }): PlacedPair<Entry>[] => {
    const placed = place(source);
    if (placed === undefined) return [];
    const usable = targets.flatMap((target): PlacedTarget[] => {
      const found = place(target.path);
      return found === undefined ? [] : [{ ...target, ...found }];
    });
    const template = isTemplate && { isTemplate };
    return [{ catalog, source, realSource: placed.real, ...template, targets: usable }];
  });
  return { pairs, problems };
}

/** Why a path cannot be a file on this system. */
function flawOf(path: string, entry: Entry, system: string): string | undefined {
  if (entry === 'folder' || entry === 'other') return 'is not a regular file';
  // Windows would write to a device, or under another name.
  const flaw = entry === 'nothing' && system === 'win32' ? nameFlaw(path) : undefined;
  if (flaw?.isRefused !== true) return undefined;
  return flaw.path === path ? flaw.reason : `is below ${flaw.path}, which ${flaw.reason}`;
}

/** Problems of folders that could not be listed. */
export function unreadableFolders({ unreadable }: Pick<Listing, 'unreadable'>): readonly Problem[] {
  return unreadable.map(({ folder, code }) =>
    invalidFile(
      folder,
      `the folder "${folder}" cannot be read (${code}); if it contains no catalogs, add it to "exclude"`,
    ),
  );
}

function invalidFile(file: string, message: string): Problem {
  return { code: 'invalid-file', severity: 'error', message, file };
}
