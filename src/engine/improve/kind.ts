/** What a suggestion changes, from the least to the most. */
export type SuggestionKind = 'white-space' | 'case' | 'punctuation' | 'spelling' | 'wording';

/** Letters of a word that a correction of its spelling changes at most. */
const FEW = 3;

/** What differs between two texts. */
export function kindOf(before: string, after: string): SuggestionKind {
  if (squeeze(before) === squeeze(after)) return 'white-space';
  const was = squeeze(before).toLowerCase();
  const is = squeeze(after).toLowerCase();
  if (was === is) return 'case';
  if (withoutMarks(was) === withoutMarks(is)) return 'punctuation';
  const words = wordsOf(before);
  const others = wordsOf(after);
  if (words.length !== others.length) return 'wording';
  return words.every((word, at) => isNear(word, others[at] ?? '')) ? 'spelling' : 'wording';
}

/** A change of no word: what translates the old text translates the new one. */
export function isMinor(kind: SuggestionKind): boolean {
  return kind === 'white-space' || kind === 'case' || kind === 'punctuation';
}

export function isMinorChange(before: string, after: string): boolean {
  return isMinor(kindOf(before, after));
}

function squeeze(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

/**
 * Marks that say nothing of their own, with the blanks around them. A question mark, `%` or `&`
 * does, and so does a sign before a digit: `1.5` is not `15`, nor `-5` the same as `5`.
 */
const MARKS = /(?:(?![?？¿؟;%&@#*/\\‰§¶†‡])\p{P}|\s)+(?!\p{N})/gu;
/** Inside of words. */
const APOSTROPHES = /(?<=\p{L})['’ʼ](?=\p{L})/gu;

/** The words in their order, however they are set apart. */
function withoutMarks(text: string): string {
  return squeeze(text.replace(APOSTROPHES, '').replace(MARKS, ' '));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function isNear(a: string, b: string): boolean {
  if (a === b) return true;
  const most = Math.min(FEW, Math.ceil(Math.max(a.length, b.length) / 2));
  return distance(a, b) <= most;
}

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
