import type { Group } from './candidates.js';
import { findsExactly } from './finds-exactly.js';
import type { Shaped } from './shape.js';

/** Shapes that one wider pattern could stand for. */
interface Cluster {
  readonly files: string;
  readonly shapes: readonly Shaped[];
}

/** What shapes are merged by, besides their patterns. */
export interface MergeContext {
  readonly files: readonly string[];
  /** Shapes of two kinds may differ in their message syntax. */
  readonly kindOf: (shape: Shaped) => string;
}

/**
 * Shapes of the same layout and kind as one, so that packages and episodes added later are found too. Only
 * where the wider pattern finds exactly their files; shapes with bare sources stay alone.
 */
export function mergeShapes(shapes: readonly Shaped[], { files, kindOf }: MergeContext): Shaped[] {
  const isOneKind = ({ shapes: [first, ...others] }: Cluster): boolean =>
    first !== undefined && others.every((other) => kindOf(other) === kindOf(first));
  const clusters = [
    ...clustersBy(shapes, episodePatterns).filter(haveNestedLocales),
    ...clustersBy(shapes, packagePatterns).filter(haveSameLocales),
  ].filter(isOneKind);
  const taken = new Set<Shaped>();
  const merged: Shaped[] = [];
  for (const cluster of clusters) {
    if (cluster.shapes.some((shape) => taken.has(shape))) continue;
    const group = joined(cluster.shapes.map((shape) => shape.group));
    if (!findsExactly(cluster.files, group, files)) continue;
    for (const shape of cluster.shapes) taken.add(shape);
    merged.push({ files: cluster.files, group });
  }
  return [...merged, ...shapes.filter((shape) => !taken.has(shape))];
}

/** The largest first; of the same size, the one whose pattern is narrower. */
function clustersBy(
  shapes: readonly Shaped[],
  patternsOf: (files: string) => readonly string[],
): Cluster[] {
  const clusters = new Map<string, Shaped[]>();
  for (const shape of shapes.filter(({ bare }) => bare === undefined)) {
    for (const pattern of patternsOf(shape.files)) {
      clusters.set(pattern, [...(clusters.get(pattern) ?? []), shape]);
    }
  }
  return [...clusters]
    .map(([files, own]) => ({ files, shapes: own }))
    .filter((cluster) => cluster.shapes.length > 1)
    .sort((a, b) => b.shapes.length - a.shapes.length || b.files.length - a.files.length);
}

/** `packages/a/locales/{locale}.json` → `packages/*\/locales/{locale}.json`, for each folder. */
function packagePatterns(files: string): string[] {
  const parts = files.split('/');
  return parts.flatMap((part, at) => {
    // The last part is the file's name; a first part needs more after it than any repository has.
    const isPackage = at < parts.length - 1 && (at > 0 || parts.length >= 4);
    if (!isPackage || part.includes('{locale}') || part.includes('*')) return [];
    return [parts.with(at, '*').join('/')];
  });
}

/** `media/one/talk.{locale}.srt` → `media/one/**\/*.{locale}.srt`, `media/**\/*.{locale}.srt`. */
function episodePatterns(files: string): string[] {
  const parts = files.split('/');
  const folders = parts.slice(0, -1);
  const isSubtitles = files.endsWith('.{locale}.srt') && !folders.join('/').includes('{locale}');
  if (!isSubtitles) return [];
  // The root is theirs only where the episodes' own folders stand in it.
  const root = folders.length > 1 ? [] : [[]];
  const above = [...root, ...folders.map((_, index) => folders.slice(0, index + 1))];
  return above.map((folder) => [...folder, '**', '*.{locale}.srt'].join('/'));
}

/** A package that is not translated yet is like the others. */
function haveSameLocales({ shapes }: Cluster): boolean {
  const largest = largestLocales(shapes);
  return shapes.every(
    ({ group: { locales } }) =>
      (locales.size === 1 || locales.size === largest.size) && isWithin(locales, largest),
  );
}

/** An episode may be behind the others. */
function haveNestedLocales({ shapes }: Cluster): boolean {
  const largest = largestLocales(shapes);
  return shapes.every(({ group: { locales } }) => isWithin(locales, largest));
}

function largestLocales(shapes: readonly Shaped[]): ReadonlySet<string> {
  const sets = shapes.map(({ group }) => group.locales);
  return sets.reduce((largest, locales) => (locales.size > largest.size ? locales : largest));
}

function isWithin(locales: ReadonlySet<string>, largest: ReadonlySet<string>): boolean {
  return [...locales].every((locale) => largest.has(locale));
}

function joined(groups: readonly Group[]): Group {
  return {
    candidates: groups.flatMap(({ candidates }) => candidates),
    locales: new Set(groups.flatMap(({ locales }) => [...locales])),
  };
}
