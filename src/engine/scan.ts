import { relative } from 'node:path';
import type { ResolvedCatalog, ResolvedConfig } from '../config/resolved.js';
import type { Problem, Selection } from '../model/index.js';
import { createCatalogMatcher, comparePaths } from './scan-catalog.js';
import type { CatalogMatch, CatalogMatcher } from './scan-catalog.js';
import { refuseConflicts } from './scan-claims.js';
import { ScanError } from './scan-error.js';
import { createRealPaths } from './scan-links.js';
import type { RealPaths } from './scan-links.js';
import { listFiles } from './scan-list.js';
import type { Listing } from './scan-list.js';
import { placeMatches, unreadableFolders } from './scan-place.js';
import type { PlacedPair } from './scan-place.js';
import { selectFiles, selectLocales } from './scan-select.js';
import { refuseOtherSpellings } from './scan-spelling.js';

/** The files of a config. Every path is relative to the root, with `/`. */
export interface Scan {
  /** By catalog as in the config, then by source path. */
  readonly pairs: readonly ScanPair[];
  /** Target files whose source is not there, sorted. */
  readonly orphans: readonly ScanOrphan[];
  /** Every folder whose content decides what is found, sorted; '' is the root. Some may not exist. */
  readonly directories: readonly string[];
  /** Files and folders that cannot be used ('invalid-file'); they are in no pair. */
  readonly problems: readonly Problem[];
}

export interface ScanPair {
  readonly catalog: ResolvedCatalog;
  readonly source: string;
  /** In the catalog's order of targets. */
  readonly targets: readonly ScanTarget[];
}

export interface ScanTarget {
  readonly locale: string;
  readonly path: string;
  readonly exists: boolean;
}

export interface ScanOrphan {
  readonly catalog: ResolvedCatalog;
  readonly locale: string;
  readonly path: string;
  /** Where its source would be. */
  readonly source: string;
  /** Why it must not be read: a link leads to nothing or out of the root. */
  readonly unusable: string | undefined;
}

interface ScannedCatalog {
  readonly catalog: ResolvedCatalog;
  readonly matcher: CatalogMatcher;
  readonly listing: Listing;
  readonly matches: readonly CatalogMatch[];
}

/**
 * Finds the source files of every catalog and the paths of their targets.
 * @throws ScanError for catalogs that find nothing or collide, and for a selection that means nothing
 */
export async function scan(config: ResolvedConfig, selection: Selection = {}): Promise<Scan> {
  const locales = selectLocales(config, selection.locales);
  const selected = selectFiles(config.root, selection.files);
  const scanned = await Promise.all(config.catalogs.map((catalog) => scanCatalog(config, catalog)));
  await refuseEmpty(config, scanned);
  const problems = new Map<string, Problem>();
  const realPaths = createRealPaths(config.root);
  const all = scanned.flatMap(({ catalog, matches, listing }) =>
    placeMatches(matches, { catalog, listing, realPaths, problems }),
  );
  refuseConflicts(config, all);
  const pairs = all
    .map((pair) => narrow(pair, locales, selected.has))
    .filter((pair) => pair.targets.length > 0 || selected.has(pair.source));
  const allOrphans = findOrphans(scanned, all, realPaths);
  selected.refuseIdle([...all.flatMap(pathsOf), ...allOrphans.map(({ path }) => path)]);
  if (selection.files !== undefined && selection.files.length > 0 && pairs.length === 0) {
    const globs = selection.files.join(', ');
    const where = selection.locales === undefined ? '' : ` of ${[...locales].join(', ')}`;
    const message = `${globs} names no source and no target file${where}`;
    throw new ScanError('no-match', message, { setting: 'files' });
  }
  refuseOtherSpellings(config.root, pairs, all);
  const orphans = allOrphans.filter(
    ({ locale, path }) => locales.has(locale) && selected.has(path),
  );
  for (const { listing } of scanned) unreadableFolders(listing, problems);
  return {
    pairs: pairs.map(({ catalog, source, targets }) => ({
      catalog,
      source,
      targets: targets.map(({ locale, path, exists }) => ({ locale, path, exists })),
    })),
    orphans,
    directories: directoriesOf(scanned, all),
    problems: [...problems.values()],
  };
}

async function scanCatalog(
  config: ResolvedConfig,
  catalog: ResolvedCatalog,
): Promise<ScannedCatalog> {
  const matcher = createCatalogMatcher(catalog, config.source);
  const { globs, ignore } = matcher;
  const listing = await listFiles({ root: config.root, globs, ignore });
  return { catalog, matcher, listing, matches: matcher.match(new Set(listing.files.keys())) };
}

async function refuseEmpty(
  config: ResolvedConfig,
  scanned: readonly ScannedCatalog[],
): Promise<void> {
  const empty = scanned.find(({ matches }) => matches.length === 0);
  if (empty === undefined) return;
  const { catalog, matcher } = empty;
  const options = { root: config.root, globs: matcher.otherLocales, ignore: matcher.ignore };
  const others = [...(await listFiles(options)).files.keys()].sort(comparePaths).slice(0, 3);
  const hint =
    others.length > 0
      ? `There is ${others.join(', ')}: is \`source: ${config.source}\` spelled as in the file names?`
      : 'Patterns are relative to the folder of the config.';
  throw new ScanError(
    'no-files',
    `no source file matches "${catalog.source}" (locale ${config.source})`,
    { file: relative(config.root, config.file), line: catalog.line, hint },
  );
}

function narrow(
  pair: PlacedPair,
  locales: ReadonlySet<string>,
  isSelected: (path: string) => boolean,
): PlacedPair {
  const whole = isSelected(pair.source);
  const targets = pair.targets.filter(
    ({ locale, path }) => locales.has(locale) && (whole || isSelected(path)),
  );
  return { ...pair, targets };
}

function findOrphans(
  scanned: readonly ScannedCatalog[],
  pairs: readonly PlacedPair[],
  realPaths: RealPaths,
): ScanOrphan[] {
  const used = new Set(pairs.flatMap(({ targets }) => targets.map(({ path }) => path)));
  for (const { matches } of scanned) {
    for (const { source, targets } of matches) {
      used.add(source);
      for (const { path } of targets) used.add(path);
    }
  }
  const orphans = scanned.flatMap(({ catalog, matcher, listing }) =>
    [...listing.files].flatMap(([path, { link }]): ScanOrphan[] => {
      if (used.has(path)) return [];
      used.add(path);
      const origin = matcher.originOf(path);
      if (origin === undefined) return [];
      const real = realPaths.resolve(path, link ? 'link' : 'file');
      return [{ catalog, path, ...origin, unusable: real.ok ? undefined : real.reason }];
    }),
  );
  return orphans.sort((a, b) => comparePaths(a.path, b.path));
}

function pathsOf({ source, targets }: PlacedPair): string[] {
  return [source, ...targets.map(({ path }) => path)];
}

function directoriesOf(scanned: readonly ScannedCatalog[], pairs: readonly PlacedPair[]): string[] {
  const paths = pairs.flatMap(pathsOf);
  const folders = paths.map((path) => path.slice(0, Math.max(0, path.lastIndexOf('/'))));
  const read = scanned.flatMap(({ listing }) => listing.folders);
  return [...new Set([...read, ...folders])].sort(comparePaths);
}
