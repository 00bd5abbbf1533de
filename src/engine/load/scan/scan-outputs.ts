import { relative } from 'node:path';
import { documentTypes } from '../../../api/facts/limits.js';
import { endingOf } from '../../../config/endings.js';
import type {
  FilePattern,
  RecordingKind,
  ResolvedConfig,
  ResolvedDocuments,
  ResolvedRecordings,
} from '../../../config/resolved.js';
import { quoted } from '../../../model/index.js';
import type { Problem } from '../../../model/index.js';
import { createCatalogMatcher } from './catalog-matcher.js';
import type { CatalogMatch, CatalogMatcher } from './catalog-matcher.js';
import { refuseConflicts } from './claims.js';
import { listFiles } from './listing.js';
import type { Listing } from './listing.js';
import { comparePaths } from './paths.js';
import { placeMatches, unreadableFolders } from './placement.js';
import type { PlacedPair } from './placement.js';
import { createRealPaths } from './real-paths.js';
import { ScanError } from './scan-error.js';

/** A file that the service makes of a whole file: a document, or something of a recording. */
export type ScanOutput = {
  /** Relative to the root, with `/`, like `path`. */
  readonly source: string;
  readonly path: string;
  /** The source's own for a transcript of what was said. */
  readonly locale: string;
  readonly exists: boolean;
} & (
  | { readonly kind: 'document'; readonly entry: ResolvedDocuments }
  | { readonly kind: RecordingKind; readonly entry: ResolvedRecordings }
);

export interface ScannedOutputs {
  /** Of all entries, by entry as in the config, then by source. */
  readonly outputs: readonly ScanOutput[];
  /** Files where outputs would be whose source is not there; several, where it may be one of several. */
  readonly orphans: readonly ScanOutput[];
  /** Folders whose content decides what is found. */
  readonly directories: readonly string[];
  readonly problems: readonly Problem[];
}

const NOTHING: ScannedOutputs = { outputs: [], orphans: [], directories: [], problems: [] };

/** What is in the name of a machine's version that lies beside a person's. */
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
  /** Paths that a source may have whose name would be this after the pattern of its target. */
  readonly sourcesOf: (path: string) => readonly string[];
  /** Where files are made that the pattern does not find; undefined: it finds all of them. */
  readonly results?: FilePattern | undefined;
}

/**
 * Finds documents, recordings and what is made of them.
 * @param catalogs pairs of the catalogs, which have their targets for themselves
 * @throws ScanError for entries that find nothing or collide
 */
export async function scanOutputs(
  config: ResolvedConfig,
  catalogs: readonly PlacedPair[],
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
        // What was said is text in the language of the source, too.
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

function pathsOf({ source, targets }: PlacedPair<FilePattern>): readonly string[] {
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

/** The service makes docx of doc, and of pdf where it is asked to. */
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

/** `docs/{locale}/*.docx`, where that is made of what `docs/{locale}/*.pdf` finds. */
function resultPattern(entry: ResolvedDocuments): FilePattern | undefined {
  const [, ending = ''] = /\.([^./]*)$/.exec(entry.target) ?? [];
  const endings = ending.replace(/^\{(.*)\}$/, '$1').split(',');
  const made = endings.map((one) => endingOf(withResultEnding(`a.${one}`, `a.${one}`, entry)));
  const other = made.find((one) => !endings.includes(one));
  if (other === undefined || entry.source !== entry.target) return undefined;
  const target = entry.target.replace(/[^.]*$/, other);
  return { ...entry, source: target, target };
}

/** The other way round. */
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
  /** Where the entry's files are, and those made of them. */
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
    const hint = 'Patterns are relative to the folder of the config.';
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

/** A file that a catalog translates text by text is left to it. */
function free(pair: PlacedPair<FilePattern>, taken: ReadonlySet<string>): PlacedPair<FilePattern> {
  const isDocument = 'options' in pair.catalog;
  if (isDocument) return pair;
  return { ...pair, targets: pair.targets.filter(({ real }) => !taken.has(real)) };
}

/** A transcript may well be the source of a catalog. */
function translated(pair: PlacedPair<FilePattern>, source: string): PlacedPair<FilePattern> {
  return { ...pair, targets: pair.targets.filter(({ locale }) => locale !== source) };
}
