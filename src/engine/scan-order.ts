import type { FilePair } from './load/index.js';

/** What was made for each target file, in the order in which the scan names the files. */
export function inScanOrder<One>(
  pairs: readonly FilePair[],
  all: readonly One[],
  pathOf: (one: One) => string,
): readonly One[] {
  const byPath = new Map(all.map((one) => [pathOf(one), one]));
  return pairs.flatMap(({ targets }) => targets.flatMap(({ path }) => byPath.get(path) ?? []));
}
