import type { Key, PluralCategory } from '../../model/index.js';

/**
 * The number of parts that two keys share, counted from both ends; the last parts count twice. For
 * equal counts, the similarity of the first different parts adds less than 0.5: flat keys such as
 * `cart.total` have only one part.
 */
export function likeness(a: Key, b: Key): number {
  const shortest = Math.min(a.length, b.length);
  let end = 0;
  while (end < shortest && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  let start = 0;
  while (start < shortest && a[start] === b[start]) start += 1;
  const whole = end * 2 + start;
  return end < shortest ? whole + 0.49 * likenessOfWords(a[start] ?? '', b[start] ?? '') : whole;
}

/** Shared length at both ends, as a share of the longer word: 0 to 1. */
function likenessOfWords(a: string, b: string): number {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shortest - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return (start + end) / Math.max(a.length, b.length, 1);
}

/** The candidate with the highest rank (0 or more); the first of several. */
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

/** A unit of the target, as its source and plural forms make it expected. */
interface MaybeForm {
  readonly plural?: { readonly category: PluralCategory } | undefined;
}

/** A form as the last part of a key (`n.few`), or at its end (`n_few`). */
const FORM = /(?:^|[_.[-])(zero|one|two|few|many|other)\]?$/;

/**
 * Whether the key of an earlier text names another plural form than the expected one. Both may well
 * have the same source text.
 */
export function isOtherForm(key: Key, { plural }: MaybeForm): boolean {
  const form = formOf(key);
  return plural !== undefined && form !== undefined && form !== plural.category;
}

function formOf(key: Key): string | undefined {
  return FORM.exec(key.at(-1) ?? '')?.[1];
}
