import { isPlain, quoted } from '../model/index.js';

/** The candidate that was probably meant, if one is similar enough. Ignores letter case. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  // Two letters are most of a short word, such as a locale.
  const limit = word.length <= 3 ? 1 : Math.max(2, Math.floor(word.length / 2));
  let best: string | undefined;
  let least = limit + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Whether one letter was added, left out or replaced, or two neighbours swapped. */
export function isOneEditAway(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= 1 && editDistance(a, b) === 1;
}

/** `; did you mean "x"?`, or '' if no candidate is similar. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  return near === undefined ? '' : `; did you mean ${quoted(near)}?`;
}

/** `; did you mean "x"?`, or all candidates if none is similar. */
export function suggestion(word: string, candidates: readonly string[]): string {
  const shown = candidates.filter((candidate) => isPlain(candidate));
  const known = shown.length === 0 ? '' : `; known: ${shown.join(', ')}`;
  return didYouMean(word, candidates) || known;
}

/** Number of insertions, deletions, replacements and swaps of neighbours. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
