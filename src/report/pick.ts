/** What a list of limited length shows of problems, and how many of each code it leaves out. */
export interface Picked<T> {
  readonly shown: readonly T[];
  /** Codes of which not all are shown, those with the most first. */
  readonly rest: readonly (readonly [code: string, count: number])[];
}

/**
 * At most `limit` of these, all in their order where that is enough. Of more, some of each code,
 * the rarest code first: a broken placeholder is not lost among thousands of missing texts.
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

/** How many there are of each code, the most first. */
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
