/** A target file in one locale: several locales may share a file (`.xcstrings`). */
export interface Target {
  readonly path: string;
  readonly locale: string;
}

/** A source file with its targets. */
interface Pair {
  readonly targets: readonly Target[];
}

/** Map key of a target file. */
export function targetId({ path, locale }: Target): string {
  return `${locale}\0${path}`;
}

/** Sorts the results for target files into scan order. */
export function inScanOrder<One>(
  pairs: readonly Pair[],
  all: readonly One[],
  targetOf: (one: One) => Target,
): readonly One[] {
  const byId = new Map(all.map((one) => [targetId(targetOf(one)), one]));
  return pairs.flatMap(({ targets }) =>
    targets.flatMap((target) => byId.get(targetId(target)) ?? []),
  );
}
