import type { FilePattern, ResolvedCatalog, ResolvedConfig } from '../../../config/index.js';
import { nameFlaw } from '../../../model/index.js';
import type { Problem } from '../../../model/index.js';
import type { CatalogMatch } from './catalog-matcher.js';
import type { Listing } from './listing.js';
import type { Entry, RealPaths } from './real-paths.js';
import { relative } from 'node:path';
import { ScanError } from './scan-error.js';

/** A pair with the file system's data about each path. */
export interface ScanPair<Entry extends FilePattern = ResolvedCatalog> {
  readonly catalog: Entry;
  readonly source: string;
  /** Relative to the real root; unique per file. */
  readonly realSource: string;
  /** `CatalogMatch.isTemplate`. */
  readonly isTemplate?: true;
  readonly targets: readonly ScanTarget[];
}

export interface ScanTarget {
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
  readonly pairs: readonly ScanPair<Entry>[];
  /** Problems of paths that cannot be used. */
  readonly problems: readonly Problem[];
}

/** The pairs of a catalog, without paths that lead out of the root or are not files. */
export function placeMatches<Entry extends FilePattern>(
  matches: readonly CatalogMatch[],
  { catalog, listing, realPaths, system }: PlaceContext<Entry>,
): Placement<Entry> {
  const problems: Problem[] = [];
  const place = (path: string): Pick<ScanTarget, 'real' | 'exists'> | undefined => {
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
  const pairs = matches.flatMap(({ source, isTemplate, targets }): ScanPair<Entry>[] => {
    const placed = place(source);
    if (placed === undefined) return [];
    const usable = targets.flatMap((target): ScanTarget[] => {
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

interface Claim {
  readonly pair: ScanPair<FilePattern>;
  /** The path as the claim spells it. Through links, one file can have several paths. */
  readonly path: string;
}

interface Conflict {
  readonly pair: ScanPair<FilePattern>;
  readonly message: string;
}

/** @throws ScanError 'same-target' if two sources claim one target, or a target is a source */
export function refuseConflicts(
  { root, file }: Pick<ResolvedConfig, 'root' | 'file'>,
  pairs: readonly ScanPair<FilePattern>[],
): void {
  const conflict = findConflict(pairs);
  if (conflict === undefined) return;
  throw new ScanError('same-target', conflict.message, {
    file: relative(root, file),
    line: conflict.pair.catalog.line,
    hint: 'Add the file to `exclude` of the catalog that should not contain it.',
  });
}

/** The first target that is also a source, or the target of another source. */
export function findConflict(pairs: readonly ScanPair<FilePattern>[]): Conflict | undefined {
  const sources = new Map(pairs.map((pair) => [pair.realSource, pair.source]));
  const claims = new Map<string, Claim>();
  for (const pair of pairs) {
    for (const { locale, real, path } of pair.targets) {
      const claim = { pair, path };
      // A file that holds all locales is its own target, once per locale.
      const isShared = path === pair.source;
      const place = isShared ? `${locale}\0${real}` : real;
      const message =
        (isShared ? undefined : overwrites(claim, sources.get(real))) ??
        isClaimedTwice(claim, claims.get(place));
      if (message !== undefined) return { pair, message };
      claims.set(place, claim);
    }
  }
  return undefined;
}

function overwrites({ pair, path }: Claim, source: string | undefined): string | undefined {
  if (source === undefined) return undefined;
  const same = path === source ? '' : ` (the same file as ${source})`;
  return `${path} is both a source and a target of ${pair.source}${same}`;
}

function isClaimedTwice({ pair, path }: Claim, other: Claim | undefined): string | undefined {
  if (other === undefined) return undefined;
  if (other.path !== path) {
    return `the targets ${other.path} and ${path} are the same file, because of a symbolic link`;
  }
  if (other.pair.source === pair.source) {
    const { line } = other.pair.catalog;
    const place = line === undefined ? 'another catalog' : `the catalog on line ${line}`;
    return `${path} is a target of both this catalog and ${place}`;
  }
  return `${path} is the target of two sources: ${other.pair.source} and ${pair.source}`;
}
