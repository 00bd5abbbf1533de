import { relative, join } from 'node:path';
import { nearest, parsePattern } from '../../../config/index.js';
import type { ResolvedCatalog, ResolvedConfig } from '../../../config/index.js';
import { servesAsTemplate } from '../../../formats/index.js';
import { quoted, MOST_SHARDS } from '../../../model/index.js';
import type { GiveTurn, Problem, Selection, Shard } from '../../../model/index.js';
import { createCatalogMatcher } from './catalog-matcher.js';
import { refuseConflicts, placeMatches, unreadableFolders } from './placement.js';
import { selectFiles, selectLocales } from './file-selection.js';
import type { FileSelection } from './file-selection.js';
import { listFiles, namesBelow } from './listing.js';
import { findOrphans } from './orphan-targets.js';
import type { ScannedCatalog, ScanOrphan } from './orphan-targets.js';
import { comparePaths, folderOf, createRealPaths } from './real-paths.js';
import type { ScanPair } from './placement.js';
import { scanOutputs } from './scan-outputs.js';
import type { ScanOutput } from './scan-outputs.js';
import { ScanError } from './scan-error.js';
import { statSync } from 'node:fs';

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

/**
 * Finds the source files of every catalog and the paths of their targets.
 * @param giveTurn awaited between passes over all files. Default: not interruptible
 * @throws ScanError for catalogs that find nothing or collide, and for a selection without matches
 */
export async function scan(
  config: ResolvedConfig,
  selection: Selection = {},
  giveTurn?: GiveTurn,
): Promise<Scan> {
  const locales = selectLocales(config.targets, selection.locales);
  const files = selectFiles(config.root, selection.files, selection.folder);
  const scanned = await Promise.all(config.catalogs.map((catalog) => scanCatalog(config, catalog)));
  await refuseEmpty(config, scanned);
  const realPaths = createRealPaths(config.root);
  await giveTurn?.();
  const placed = scanned.map((found) =>
    placeMatches(found.matches, { ...found, realPaths, system: process.platform }),
  );
  await giveTurn?.();
  const all = placed.flatMap(({ pairs }) => pairs);
  refuseConflicts(config, all);
  const selected = narrow(all, locales, files);
  await giveTurn?.();
  const orphans = findOrphans(scanned, all, realPaths);
  const found = await scanOutputs(config, all);
  await giveTurn?.();
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
    pairs,
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
  // A pattern that files match is no key in a wrong place.
  const known = others.length > 0 ? [catalog.source] : [];
  throw new ScanError(
    'no-files',
    `no source file matches ${quoted(catalog.source, known)} (locale ${config.source})`,
    { file: relative(config.root, config.file), line: catalog.line, hint },
  );
}

/** Placeholder for any wildcard. */
const WILD = '\0';

/**
 * A correction for a pattern without matches: its path up to the first wildcard, with misspelled
 * names replaced by similar ones on disk. Undefined if no name is misspelled or nothing is similar
 * enough.
 */
export function nearestPath(pattern: string, locale: string, namesIn: NamesIn): string | undefined {
  for (const segments of segmentsOf(pattern, locale)) {
    const found = follow(segments, namesIn);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Names of each alternative in braces, up to the first wildcard. */
function segmentsOf(pattern: string, locale: string): readonly (readonly string[])[] {
  return parsePattern(pattern).map((path) => {
    const text = path.map((token) => {
      if (token.kind === 'literal') return token.text;
      return token.kind === 'locale' ? locale : WILD;
    });
    const segments = text.join('').split('/');
    const wild = segments.findIndex((segment) => segment.includes(WILD));
    return wild === -1 ? segments : segments.slice(0, wild);
  });
}

function follow(segments: readonly string[], namesIn: NamesIn): string | undefined {
  let path = '';
  let isCorrected = false;
  for (const segment of segments) {
    const names = namesIn(path);
    const near = names.includes(segment) ? segment : nearest(segment, names);
    if (near === undefined) return undefined;
    isCorrected ||= near !== segment;
    path = path === '' ? near : `${path}/${near}`;
  }
  return isCorrected ? path : undefined;
}

/** A selected source selects all of its targets. */
function narrow(
  pairs: readonly ScanPair[],
  locales: ReadonlySet<string>,
  files: FileSelection,
): readonly ScanPair[] {
  return pairs.flatMap((pair) => {
    const isWhole = files.has(pair.source);
    const targets = pair.targets.filter(
      ({ locale, path }) => locales.has(locale) && (isWhole || files.has(path)),
    );
    return targets.length > 0 || isWhole ? [{ ...pair, targets }] : [];
  });
}

interface Selected {
  readonly pairs: readonly ScanPair[];
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

/** A source file with its weight. */
interface WeighedFile {
  readonly path: string;
  /** Bytes; undefined if unknown or misleading: the average of the others is used. */
  readonly size: number | undefined;
}

/** A source file with its targets. */
interface SourceToSplit {
  readonly source: string;
  readonly targets: readonly string[];
}

/**
 * The source files of one shard. Every runner with the same files computes the same parts: they
 * depend only on names and sizes of sources, which no sync changes.
 * @param catalogs text files, weighted by their size in bytes
 * @param others whole files, each of which is one request
 * @throws ScanError 'invalid-shard'
 */
export function sourcesOfShard(
  { index, of }: Shard,
  root: string,
  { catalogs, others }: Record<'catalogs' | 'others', readonly SourceToSplit[]>,
): ReadonlySet<string> {
  refuseOutside({ index, of });
  const files = new Map<string, WeighedFile>();
  for (const { source: path } of others) files.set(path, { path, size: undefined });
  // A file that contains its own targets grows as it is translated.
  const growing = new Set(
    catalogs.flatMap((one) => (one.targets.includes(one.source) ? one.source : [])),
  );
  for (const { source: path } of catalogs) {
    if (!files.has(path) || files.get(path)?.size === undefined) {
      files.set(path, { path, size: growing.has(path) ? undefined : sizeOf(join(root, path)) });
    }
  }
  return new Set(splitFiles([...files.values()], of)[index - 1]);
}

/**
 * Splits files into parts of similar size: largest first, each into the smallest part so far. Pure.
 */
export function splitFiles(files: readonly WeighedFile[], parts: number): readonly string[][] {
  const known = files.flatMap(({ size }) => size ?? []);
  const average = known.reduce((sum, size) => sum + size, 0) / Math.max(1, known.length);
  const weighed = files
    .map(({ path, size = average }) => ({ path, weight: size + 1 }))
    .sort((one, other) => other.weight - one.weight || comparePaths(one.path, other.path));
  const split = Array.from({ length: parts }, () => ({ weight: 0, paths: [] as string[] }));
  for (const { path, weight } of weighed) {
    const least = split.reduce((one, other) => (other.weight < one.weight ? other : one));
    least.paths.push(path);
    least.weight += weight;
  }
  return split.map(({ paths }) => paths);
}

/** @throws ScanError 'invalid-shard' */
function refuseOutside({ index, of }: Shard): void {
  const isWhole = Number.isInteger(index) && Number.isInteger(of);
  if (isWhole && index >= 1 && index <= of && of <= MOST_SHARDS) return;
  const message = `${index}/${of} is not a shard: use I/N with 1 ≤ I ≤ N ≤ ${MOST_SHARDS}`;
  throw new ScanError('invalid-shard', message);
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** @throws ScanError 'no-match' if the globs select files, but none in the selected locales */
function refuseNothingSelected(selection: Selection, locales: ReadonlySet<string>): void {
  const { files = [] } = selection;
  if (files.length === 0) return;
  const where = selection.locales === undefined ? '' : ` for ${[...locales].join(', ')}`;
  const message = `${files.join(', ')} matches no source or target file${where}`;
  throw new ScanError('no-match', message, { setting: 'files' });
}

function pathsOf({ source, targets }: ScanPair): string[] {
  return [source, ...targets.map(({ path }) => path)];
}

function directoriesOf(scanned: readonly ScannedCatalog[], pairs: readonly ScanPair[]): string[] {
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

/** Names of the entries of a folder (relative to the root); none if it cannot be read. */
export type NamesIn = (folder: string) => readonly string[];

interface OtherSpelling {
  readonly locale: string;
  /** A missing target of the locale. */
  readonly path: string;
  /** The existing path, up to the part that is spelled differently. */
  readonly found: string;
}

/**
 * Refuses a target locale without files if files with another spelling of it exist (`pt-br`,
 * `pt_BR`): all of them would be created and paid for again.
 * @throws ScanError 'misspelled-locale'
 */
export function refuseOtherSpellings(other: OtherSpelling | undefined): void {
  if (other === undefined) return;
  const { locale, path, found } = other;
  throw new ScanError(
    'misspelled-locale',
    `there is no ${path}, but there is ${found}; is "${locale}" under \`targets:\` spelled as in the file names?`,
    {
      hint: 'Spell the locale in `targets:` as in the file names; `languages:` maps it to the code of the service.',
    },
  );
}

/**
 * The first locale whose files exist only in another spelling.
 * @param used pairs that existing files belong to, which are not misspelled
 */
export function findOtherSpelling(
  pairs: readonly ScanPair[],
  used: readonly ScanPair[],
  namesIn: NamesIn,
): OtherSpelling | undefined {
  for (const [locale, path] of firstPathsOfNewLocales(pairs)) {
    const found = spelledOtherwise(path, namesIn);
    if (found !== undefined && !isUsed(found, used)) return { locale, path, found };
  }
  return undefined;
}

function firstPathsOfNewLocales(pairs: readonly ScanPair[]): ReadonlyMap<string, string> {
  const targets = pairs.flatMap((pair) => pair.targets);
  const begun = new Set(targets.filter(({ exists }) => exists).map(({ locale }) => locale));
  const first = new Map<string, string>();
  for (const { locale, path } of targets) {
    if (!begun.has(locale) && !first.has(locale)) first.set(locale, path);
  }
  return first;
}

/** An existing path that equals this one except for case and `-` for `_`. */
function spelledOtherwise(path: string, namesIn: NamesIn): string | undefined {
  let folder = '';
  for (const segment of path.split('/')) {
    const names = namesIn(folder);
    const base = folder === '' ? '' : `${folder}/`;
    if (!names.includes(segment)) {
      const other = names.find((name) => plain(name) === plain(segment));
      return other === undefined ? undefined : base + other;
    }
    folder = base + segment;
  }
  return undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

function isUsed(found: string, pairs: readonly ScanPair[]): boolean {
  const isAt = (path: string): boolean => path === found || path.startsWith(`${found}/`);
  return pairs.some(
    ({ source, targets }) =>
      isAt(source) || targets.some(({ path, exists }) => exists && isAt(path)),
  );
}
