import type { Key } from '../../model/index.js';

/** How many segments two keys share, counted from both ends; the last ones count twice. */
export function likeness(a: Key, b: Key): number {
  const shortest = Math.min(a.length, b.length);
  let end = 0;
  while (end < shortest && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  let start = 0;
  while (start < shortest && a[start] === b[start]) start += 1;
  return end * 2 + start;
}

/** Of several candidates the first with the highest rank (0 or more). */
export function highest<T>(
  candidates: readonly T[],
  rank: (candidate: T) => number,
): T | undefined {
  let best: T | undefined;
  let bestRank = -1;
  for (const one of candidates) {
    const at = rank(one);
    if (at > bestRank) [best, bestRank] = [one, at];
  }
  return best;
}
