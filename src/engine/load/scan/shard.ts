import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MOST_SHARDS } from '../../../model/index.js';
import type { Shard } from '../../../model/index.js';
import { comparePaths } from './paths.js';
import { ScanError } from './scan-error.js';

/** A source file with its weight. */
export interface WeighedFile {
  readonly path: string;
  /** Bytes; undefined if unknown or misleading: the average of the others is used. */
  readonly size: number | undefined;
}

/** A source file with its targets. */
export interface SourceToSplit {
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
