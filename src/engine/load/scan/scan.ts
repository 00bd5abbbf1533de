import { relative } from 'node:path';
import type { ResolvedCatalog, ResolvedConfig } from '../../../config/index.js';
import { servesAsTemplate } from '../../../formats/index.js';
import { quoted } from '../../../model/index.js';
import type { Problem, Selection } from '../../../model/index.js';
import { createCatalogMatcher } from './catalog-matcher.js';
import { refuseConflicts } from './claims.js';
import { selectFiles } from './file-selection.js';
import type { FileSelection } from './file-selection.js';
import { listFiles, namesBelow } from './listing.js';
import { selectLocales } from './locale-selection.js';
import { findOrphans } from './orphan-targets.js';
import type { ScannedCatalog, ScanOrphan } from './orphan-targets.js';
import { nearestPath } from './nearest-path.js';
import { comparePaths, folderOf } from './paths.js';
import { placeMatches, unreadableFolders } from './placement.js';
import type { PlacedPair } from './placement.js';
import { sourcesOfShard } from './shard.js';
import { scanOutputs } from './scan-outputs.js';
import type { ScanOutput } from './scan-outputs.js';
import type { Turns } from '../../turns.js';
import { createRealPaths } from './real-paths.js';
import { ScanError } from './scan-error.js';
import { findOtherSpelling, refuseOtherSpellings } from './spelling.js';

/** The files of a config. All paths are relative to the root, with `/`. */
export interface Scan {
  /** By catalog in the config's order, then by source path. */
  readonly pairs: readonly ScanPair[];
  /** Target files whose source does not exist, sorted. */
  readonly orphans: readonly ScanOrphan[];
  /** Outputs of documents and recordings. */
  readonly outputs: readonly ScanOutput[];
  /** Existing output files whose source does not exist. */
  readonly orphanOutputs: readonly ScanOutput[];
  /** Folders whose entries determine the result, sorted; '' is the root. Some may not exist. */
  readonly directories: readonly string[];
  /** Files and folders that cannot be used ('invalid-file'); they are in no pair. */
  readonly problems: readonly Problem[];
}

export interface ScanPair {
  readonly catalog: ResolvedCatalog;
  readonly source: string;
  /** `CatalogMatch.isTemplate`. */
  readonly isTemplate?: true;
  /** In the catalog's order of targets. */
  readonly targets: readonly ScanTarget[];
}

export interface ScanTarget {
  readonly locale: string;
  readonly path: string;
  readonly exists: boolean;
}

/**
 * Finds the source files of every catalog and the paths of their targets.
 * @param turns checks for signals between passes over all files. Default: not interruptible
 * @throws ScanError for catalogs that find nothing or collide, and for a selection without matches
 */
export async function scan(
  config: ResolvedConfig,
  selection: Selection = {},
  turns?: Pick<Turns, 'give'>,
): Promise<Scan> {
  const locales = selectLocales(config.targets, selection.locales);
  const files = selectFiles(config.root, selection.files, selection.folder);
  const scanned = await Promise.all(config.catalogs.map((catalog) => scanCatalog(config, catalog)));
  await refuseEmpty(config, scanned);
  const realPaths = createRealPaths(config.root);
  await turns?.give();
  const placed = scanned.map((found) =>
    placeMatches(found.matches, { ...found, realPaths, system: process.platform }),
  );
  await turns?.give();
  const all = placed.flatMap(({ pairs }) => pairs);
  refuseConflicts(config, all);
  const selected = narrow(all, locales, files);
  await turns?.give();
  const orphans = findOrphans(scanned, all, realPaths);
  const found = await scanOutputs(config, all);
  await turns?.give();
  const outputPaths = found.outputs.flatMap(({ source, path }) => [source, path]);
  files.refuseIdle([...all.flatMap(pathsOf), ...outputPaths, ...orphans.map(({ path }) => path)]);
  const isMeant = ({ locale, source, path }: ScanOutput): boolean => {
    const isOfLocale = locales.has(locale) || (locale === config.source && !selection.locales);
    return isOfLocale && (files.has(source) || files.has(path));
  };
  const whole = { pairs: selected, outputs: found.outputs.filter(isMeant) };
  if (whole.pairs.length + whole.outputs.length === 0) refuseNothingSelected(selection, locales);
  const { pairs, outputs } = inShard(whole, selection.shard, config.root);
  refuseOtherSpellings(findOtherSpelling(pairs, all, namesBelow(config.root)));
  return {
    pairs: pairs.map(withoutPlaces),
    orphans: orphans.filter(({ locale, path }) => locales.has(locale) && files.has(path)),
    outputs,
    orphanOutputs: found.orphans.filter(isMeant),
    directories: withFolders(directoriesOf(scanned, all), found.directories, outputPaths),
    problems: onePerFile([
      ...placed.flatMap(({ problems }) => problems),
      ...scanned.flatMap(({ listing }) => unreadableFolders(listing)),
      ...found.problems,
    ]),
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

/** @throws ScanError 'no-files' for the first catalog that finds no source */
async function refuseEmpty(
  config: ResolvedConfig,
  scanned: readonly ScannedCatalog[],
): Promise<void> {
  const empty = scanned.find(({ matches }) => matches.length === 0);
  if (empty === undefined) return;
  const { catalog, matcher } = empty;
  const { ignore, otherLocales } = matcher;
  const listing = await listFiles({ root: config.root, globs: otherLocales.globs, ignore });
  const others = [...listing.files.keys()].filter(otherLocales.has).sort(comparePaths).slice(0, 3);
  const near = nearestPath(catalog.source, config.source, namesBelow(config.root));
  const question = near === undefined ? '' : `There is "${near}"; is the pattern misspelled? `;
  const [first] = others;
  const template =
    first !== undefined &&
    catalog.source === catalog.target &&
    servesAsTemplate(first, catalog.format)
      ? ` If it contains the source texts, use \`source: ${first}\` together with \`target: ${catalog.target}\`.`
      : '';
  const hint =
    others.length > 0
      ? `There is ${others.join(', ')}; is \`source: ${config.source}\` spelled as in the file names?${template}`
      : `${question}Patterns are relative to the config's folder.`;
  throw new ScanError(
    'no-files',
    `no source file matches ${quoted(catalog.source)} (locale ${config.source})`,
    { file: relative(config.root, config.file), line: catalog.line, hint },
  );
}

/** A selected source selects all of its targets. */
function narrow(
  pairs: readonly PlacedPair[],
  locales: ReadonlySet<string>,
  files: FileSelection,
): readonly PlacedPair[] {
  return pairs.flatMap((pair) => {
    const isWhole = files.has(pair.source);
    const targets = pair.targets.filter(
      ({ locale, path }) => locales.has(locale) && (isWhole || files.has(path)),
    );
    return targets.length > 0 || isWhole ? [{ ...pair, targets }] : [];
  });
}

interface Selected {
  readonly pairs: readonly PlacedPair[];
  readonly outputs: readonly ScanOutput[];
}

/**
 * The part of one runner. It may be empty if there are more runners than files. @throws ScanError
 * 'invalid-shard'
 */
function inShard({ pairs, outputs }: Selected, shard: Selection['shard'], root: string): Selected {
  if (shard === undefined) return { pairs, outputs };
  const own = sourcesOfShard(shard, root, {
    catalogs: pairs.map(({ source, targets }) => ({
      source,
      targets: targets.map(({ path }) => path),
    })),
    others: outputs.map(({ source, path }) => ({ source, targets: [path] })),
  });
  return {
    pairs: pairs.filter(({ source }) => own.has(source)),
    outputs: outputs.filter(({ source }) => own.has(source)),
  };
}

/** @throws ScanError 'no-match' if the globs select files, but none in the selected locales */
function refuseNothingSelected(selection: Selection, locales: ReadonlySet<string>): void {
  const { files = [] } = selection;
  if (files.length === 0) return;
  const where = selection.locales === undefined ? '' : ` for ${[...locales].join(', ')}`;
  const message = `${files.join(', ')} matches no source or target file${where}`;
  throw new ScanError('no-match', message, { setting: 'files' });
}

function withoutPlaces({ catalog, source, isTemplate, targets }: PlacedPair): ScanPair {
  return {
    catalog,
    source,
    ...(isTemplate && { isTemplate }),
    targets: targets.map(({ locale, path, exists }) => ({ locale, path, exists })),
  };
}

function pathsOf({ source, targets }: PlacedPair): string[] {
  return [source, ...targets.map(({ path }) => path)];
}

function directoriesOf(scanned: readonly ScannedCatalog[], pairs: readonly PlacedPair[]): string[] {
  const read = scanned.flatMap(({ listing }) => listing.folders);
  return [...new Set([...read, ...pairs.flatMap(pathsOf).map(folderOf)])].sort(comparePaths);
}

function withFolders(
  folders: string[],
  read: readonly string[],
  paths: readonly string[],
): readonly string[] {
  if (paths.length + read.length === 0) return folders;
  return [...new Set([...folders, ...read, ...paths.map(folderOf)])].sort(comparePaths);
}

/** Several catalogs may report the same file. */
function onePerFile(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [problem.file, problem])).values()];
}
