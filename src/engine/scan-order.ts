/** A source file with its targets. */
interface Pair {
  readonly targets: readonly { readonly path: string }[];
}

/** What was made for each target file, in the order in which the scan names the files. */
export function inScanOrder<One>(
  pairs: readonly Pair[],
  all: readonly One[],
  pathOf: (one: One) => string,
): readonly One[] {
  const byPath = new Map(all.map((one) => [pathOf(one), one]));
  return pairs.flatMap(({ targets }) => targets.flatMap(({ path }) => byPath.get(path) ?? []));
}
