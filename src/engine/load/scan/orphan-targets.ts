import { formatOf, localeNamesOf, decodeText, loadCodec } from '../../../formats/index.js';
import { nameInFiles } from '../../../config/index.js';
import type { ResolvedCatalog } from '../../../config/index.js';
import type { CatalogMatch, CatalogMatcher } from './catalog-matcher.js';
import type { Listing } from './listing.js';
import { comparePaths } from './real-paths.js';
import type { RealPaths } from './real-paths.js';
import type { ScanPair } from './placement.js';
import { FormatError } from '../../../model/index.js';
import type { Problem, Unit } from '../../../model/index.js';
import type { Inputs } from '../inputs.js';

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
  pairs: readonly ScanPair[],
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

function usedPaths(scanned: readonly ScannedCatalog[], pairs: readonly ScanPair[]): Set<string> {
  const used = new Set(pairs.flatMap(({ targets }) => targets.map(({ path }) => path)));
  for (const { source, targets } of scanned.flatMap(({ matches }) => matches)) {
    used.add(source);
    for (const { path } of targets) used.add(path);
  }
  return used;
}

/**
 * A target file without a source: the source was renamed or deleted, or the locale's file has
 * another name. It is never changed.
 */
export interface OrphanFile {
  readonly path: string;
  /** Path that its source would have. */
  readonly source: string;
  readonly locale: string;
  /** Empty if the file cannot be read. */
  readonly units: readonly Unit[];
}

export async function readOrphans(
  found: readonly ScanOrphan[],
  inputs: Inputs,
): Promise<readonly OrphanFile[]> {
  const orphans: OrphanFile[] = [];
  for (const one of found) {
    const { path, source, locale, unusable } = one;
    const units = unusable === undefined ? await unitsOf(one, inputs) : [];
    orphans.push({ path, source, locale, units });
  }
  return orphans;
}

async function unitsOf(
  { catalog, path, locale }: ScanOrphan,
  inputs: Inputs,
): Promise<readonly Unit[]> {
  const codec = await loadCodec(path, catalog);
  try {
    const bytes = inputs.read(path);
    if (codec === undefined || bytes === undefined) return [];
    return codec.parse(decodeText(bytes, path, codec.capabilities), {
      role: 'target',
      locale: nameInFiles(catalog, locale),
      file: path,
    }).units;
  } catch (error) {
    // Nothing depends on a file that nobody uses.
    if (error instanceof FormatError || (error instanceof Error && 'syscall' in error)) return [];
    throw error;
  }
}

/** The warning about an orphan. */
export function orphanProblem(orphan: ScanOrphan): Problem {
  const { path: file, source, locale, twin, unusable } = orphan;
  const rest =
    unusable === undefined
      ? 'Texts that moved to other files were reused there. Delete this file if you no longer need it.'
      : `The file ${unusable} and was not read. Delete it if you no longer need it.`;
  const message =
    twin === undefined
      ? `Its source ${source} does not exist. ${rest}`
      : `The texts for ${locale} are in ${twin}; this file, named after another spelling of the locale, is ignored.`;
  return { code: 'orphan-file', severity: 'warning', file, locale, message };
}
