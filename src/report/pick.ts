/** The problems in a list of limited length, and the number left out per code. */
export interface Picked<T> {
  readonly shown: readonly T[];
  /** Codes with problems left out, most first. */
  readonly rest: readonly (readonly [code: string, count: number])[];
}

/**
 * At most `limit` problems; all in order if that is enough. Otherwise some of each code, the rarest
 * code first, so that a broken placeholder is not lost among thousands of missing texts.
 */
export function pick<T extends { readonly code: string }>(
  all: readonly T[],
  limit: number,
): Picked<T> {
  if (all.length <= limit) return { shown: all, rest: [] };
  const groups = [...byCode(all)].sort(([, a], [, b]) => a.length - b.length);
  const shown: T[] = [];
  const rest: [string, number][] = [];
  for (const [index, [code, group]] of groups.entries()) {
    const share = Math.floor((limit - shown.length) / (groups.length - index));
    shown.push(...group.slice(0, share));
    if (group.length > share) rest.unshift([code, group.length - share]);
  }
  return { shown, rest };
}

/** Number of problems per code, most first. */
export function countByCode(all: readonly { readonly code: string }[]): Picked<never>['rest'] {
  const counts = [...byCode(all)].map(([code, group]) => [code, group.length] as const);
  return counts.sort(([, a], [, b]) => b - a);
}

function byCode<T extends { readonly code: string }>(all: readonly T[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(one.code);
    if (group === undefined) groups.set(one.code, [one]);
    else group.push(one);
  }
  return groups;
}
