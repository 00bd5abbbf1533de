/** A target file: several locales may share one (`.xcstrings`). */
export interface Target {
  readonly path: string;
  readonly locale: string;
}

/** A source file with its targets. */
interface Pair {
  readonly targets: readonly Target[];
}

/** What a target file is known by in maps. */
export function targetId({ path, locale }: Target): string {
  return `${locale}\0${path}`;
}

/** What was made for each target file, in the order in which the scan names the files. */
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
