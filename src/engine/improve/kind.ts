import { editDistance } from '../../config/index.js';

/** What a suggestion changes, from least to most. */
export type SuggestionKind = 'white-space' | 'case' | 'punctuation' | 'spelling' | 'wording';

/** The most letters of a word that a spelling correction changes. */
const FEW = 3;

/** How two texts differ. */
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

/** Whether no word changes: then translations of the old text are valid for the new one. */
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
 * Punctuation without meaning of its own, with the spaces around it. A question mark, `%` or `&`
 * has meaning, and so has a mark before a digit: `1.5` is not `15`, nor is `-5` the same as `5`.
 */
const MARKS = /(?:(?![?？¿؟;%&@#*/\\‰§¶†‡])\p{P}|\s)+(?!\p{N})/gu;
/** Apostrophes inside words. */
const APOSTROPHES = /(?<=\p{L})['’ʼ](?=\p{L})/gu;

/** The words in order, without what separates them. */
function withoutMarks(text: string): string {
  return squeeze(text.replace(APOSTROPHES, '').replace(MARKS, ' '));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function isNear(a: string, b: string): boolean {
  if (a === b) return true;
  const most = Math.min(FEW, Math.ceil(Math.max(a.length, b.length) / 2));
  return editDistance(a, b) <= most;
}
