import { relative } from 'node:path';
import { documentTypes } from '../../../facts/index.js';
import { endingOf } from '../../../config/index.js';
import type {
  FilePattern,
  RecordingKind,
  ResolvedConfig,
  ResolvedDocuments,
  ResolvedRecordings,
} from '../../../config/index.js';
import { quoted } from '../../../model/index.js';
import type { Problem } from '../../../model/index.js';
import { createCatalogMatcher } from './catalog-matcher.js';
import type { CatalogMatch, CatalogMatcher } from './catalog-matcher.js';
import { refuseConflicts, placeMatches, unreadableFolders } from './placement.js';
import { listFiles } from './listing.js';
import type { Listing } from './listing.js';
import { comparePaths, createRealPaths } from './real-paths.js';
import type { ScanPair } from './placement.js';
import { ScanError } from './scan-error.js';

/**
 * A file that the service makes from a whole file: a translated document, or an output of a
 * recording.
 */
export type ScanOutput = {
  /** Relative to the root, with `/`, like `path`. */
  readonly source: string;
  readonly path: string;
  /** For a transcript, the source's locale. */
  readonly locale: string;
  readonly exists: boolean;
} & (
  | { readonly kind: 'document'; readonly entry: ResolvedDocuments }
  | { readonly kind: RecordingKind; readonly entry: ResolvedRecordings }
);

export interface ScannedOutputs {
  /** All entries' outputs, in the config's order, then by source. */
  readonly outputs: readonly ScanOutput[];
  /**
   * Existing output files whose source is gone; several per file if it could come from several
   * sources.
   */
  readonly orphans: readonly ScanOutput[];
  /** Folders whose entries determine the result. */
  readonly directories: readonly string[];
  readonly problems: readonly Problem[];
}

const NOTHING: ScannedOutputs = { outputs: [], orphans: [], directories: [], problems: [] };

/** Part of the name of a machine version beside a human one. */
export const BESIDE = '.machine';

/** `de/guide.docx` → `de/guide.machine.docx`. */
export function besidePath(path: string): string {
  return path.replace(/(\.[^./]*)?$/, (ending) => `${BESIDE}${ending}`);
}

function isBeside(path: string): boolean {
  return /\.machine(\.[^./]*)?$/.test(path);
}

/** One pattern of an entry. */
interface Wanted {
  readonly pattern: FilePattern;
  readonly outputOf: (place: Omit<ScanOutput, 'kind' | 'entry'>) => ScanOutput;
  readonly pathOf: (match: CatalogMatch, path: string) => string;
  /** Paths of possible sources of a target with this name. */
  readonly sourcesOf: (path: string) => readonly string[];
  /**
   * The pattern of results that have another extension than the targets; undefined if all match.
   */
  readonly results?: FilePattern | undefined;
}

/**
 * Finds documents, recordings and their outputs.
 * @param catalogs pairs of the catalogs, whose targets cannot be outputs
 * @throws ScanError for entries that find nothing or collide
 */
export async function scanOutputs(
  config: ResolvedConfig,
  catalogs: readonly ScanPair[],
): Promise<ScannedOutputs> {
  const wanted = wantedOf(config);
  if (wanted.length === 0) return NOTHING;
  const realPaths = createRealPaths(config.root);
  const found = await Promise.all(wanted.map((one) => findMatches(config, one)));
  const placed = found.map(({ pattern, listing, matches, outputOf }) => {
    const context = { catalog: pattern, listing, realPaths, system: process.platform };
    return { ...placeMatches(matches, context), outputOf };
  });
  const taken = new Set(catalogs.flatMap(({ targets }) => targets.map(({ real }) => real)));
  const pairs = placed.map((one) => ({
    ...one,
    pairs: one.pairs.map((pair) => free(pair, taken)),
  }));
  const all = pairs.flatMap((one) => one.pairs);
  refuseConflicts(config, all);
  refuseConflicts(config, [...catalogs, ...all.map((pair) => translated(pair, config.source))]);
  const outputs = pairs.flatMap((one) =>
    one.pairs.flatMap(({ source, targets }) =>
      targets.map(({ locale, path, exists }) => one.outputOf({ source, locale, path, exists })),
    ),
  );
  const used = new Set([...catalogs, ...all].flatMap(pathsOf));
  return {
    outputs,
    orphans: found.flatMap((one) => orphansOf(one, used)),
    directories: found.flatMap(({ places }) => places.flatMap(({ listing }) => listing.folders)),
    problems: [
      ...placed.flatMap(({ problems }) => problems),
      ...found.flatMap(({ listing }) => unreadableFolders(listing)),
    ],
  };
}

function wantedOf({ source, documents = [], recordings = [] }: ResolvedConfig): Wanted[] {
  return [
    ...documents.map((entry): Wanted => ({
      pattern: entry,
      outputOf: (place) => ({ ...place, kind: 'document', entry }),
      pathOf: (match, path) => withResultEnding(path, match.source, entry),
      sourcesOf: (path) => withSourceEndings(path, entry),
      results: resultPattern(entry),
    })),
    ...recordings.flatMap((entry) =>
      entry.outputs.map(({ kind, target }): Wanted => ({
        // Transcripts also exist in the source language.
        pattern: {
          ...entry,
          target,
          targets: kind === 'audio' ? entry.targets : [source, ...entry.targets],
        },
        outputOf: (place) => ({ ...place, kind, entry }),
        pathOf: (_, path) => path,
        sourcesOf: (path) => [path],
      })),
    ),
  ];
}

function pathsOf({ source, targets }: ScanPair<FilePattern>): readonly string[] {
  return [source, ...targets.map(({ path }) => path)];
}

function orphansOf({ places, sourcesOf, outputOf }: Found, used: ReadonlySet<string>) {
  return places.flatMap(({ listing, matcher }) =>
    [...listing.files.keys()].flatMap((path): ScanOutput[] => {
      if (used.has(path) || isBeside(path)) return [];
      const origin = matcher.originOf(path);
      if (origin === undefined) return [];
      const { locale } = origin;
      return sourcesOf(origin.source).flatMap((source) =>
        used.has(source) ? [] : [outputOf({ source, locale, path, exists: true })],
      );
    }),
  );
}

/**
 * The path with the result's extension: the service returns docx for doc, and for pdf on request.
 */
function withResultEnding(
  path: string,
  source: string,
  { source: pattern, target, outputFormat }: ResolvedDocuments,
): string {
  const ending = endingOf(source);
  if (pattern !== target || !Object.hasOwn(documentTypes, ending)) return path;
  const made = outputFormat ?? documentTypes[ending as keyof typeof documentTypes].result;
  return made === ending ? path : path.replace(/[^.]*$/, made);
}

/** For example `docs/{locale}/*.docx`, if that is made from `docs/{locale}/*.pdf`. */
function resultPattern(entry: ResolvedDocuments): FilePattern | undefined {
  const [, ending = ''] = /\.([^./]*)$/.exec(entry.target) ?? [];
  const endings = ending.replace(/^\{(.*)\}$/, '$1').split(',');
  const made = endings.map((one) => endingOf(withResultEnding(`a.${one}`, `a.${one}`, entry)));
  const other = made.find((one) => !endings.includes(one));
  if (other === undefined || entry.source !== entry.target) return undefined;
  const target = entry.target.replace(/[^.]*$/, other);
  return { ...entry, source: target, target };
}

/** The inverse of `withResultEnding`. */
function withSourceEndings(path: string, entry: ResolvedDocuments): readonly string[] {
  return [endingOf(path), ...Object.keys(documentTypes)]
    .map((ending) => path.replace(/[^.]*$/, ending))
    .filter((source, at) => at === 0 || withResultEnding(source, source, entry) === path)
    .filter((source, at, all) => all.indexOf(source) === at);
}

interface Place {
  readonly matcher: CatalogMatcher;
  readonly listing: Listing;
}

interface Found extends Wanted, Place {
  /** Places of the entry's files and of their results. */
  readonly places: readonly Place[];
  readonly matches: readonly CatalogMatch[];
}

/** @throws ScanError 'no-files' */
async function findMatches(config: ResolvedConfig, wanted: Wanted): Promise<Found> {
  const { pattern, pathOf, results } = wanted;
  const own = await placeOf(pattern, config);
  const places = results === undefined ? [own] : [own, await placeOf(results, config)];
  const { matcher, listing } = own;
  const matches = matcher
    .match(new Set(listing.files.keys()))
    .filter(({ source }) => !isBeside(source))
    .map((match) => ({
      ...match,
      targets: match.targets.map(({ locale, path }) => ({ locale, path: pathOf(match, path) })),
    }));
  if (matches.length === 0) {
    const message = `no file matches ${quoted(pattern.source)} (locale ${config.source})`;
    const hint = "Patterns are relative to the config's folder.";
    const file = relative(config.root, config.file);
    throw new ScanError('no-files', message, { file, line: pattern.line, hint });
  }
  return { ...wanted, ...own, places, matches: [...matches].sort(bySource) };
}

async function placeOf(pattern: FilePattern, { root, source }: ResolvedConfig): Promise<Place> {
  const matcher = createCatalogMatcher(pattern, source);
  const listing = await listFiles({ root, globs: matcher.globs, ignore: matcher.ignore });
  return { matcher, listing };
}

function bySource(one: CatalogMatch, other: CatalogMatch): number {
  return comparePaths(one.source, other.source);
}

/** Removes targets that belong to a catalog, unless the entry is for documents. */
function free(pair: ScanPair<FilePattern>, taken: ReadonlySet<string>): ScanPair<FilePattern> {
  const isDocument = 'options' in pair.catalog;
  if (isDocument) return pair;
  return { ...pair, targets: pair.targets.filter(({ real }) => !taken.has(real)) };
}

/** Without the transcript in the source language, which may be a catalog's source. */
function translated(pair: ScanPair<FilePattern>, source: string): ScanPair<FilePattern> {
  return { ...pair, targets: pair.targets.filter(({ locale }) => locale !== source) };
}
