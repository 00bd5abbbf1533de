import { hashOf } from './hash.js';

/** Prefix that distinguishes these hashes from those of texts. */
const SPELLING = '\u0006';
/** Longer strings are not names. */
const LONGEST = 60;

/**
 * Hash of a name's letters and digits, ignoring case: code may convert each of `user-name`,
 * `user_name`, `userName` and `user.name` into the others. Undefined if the text is not a name:
 * several words, or an import path.
 */
export function spellingIn(text: string, from = 0, to = text.length): number | undefined {
  if (to - from > LONGEST || text[from] === '.') return undefined;
  const name = text.slice(from, to);
  const letters = /\s/.test(name) ? '' : name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  return letters === '' ? undefined : hashOf(`${SPELLING}${letters}`);
}

/** Whether code quotes a key in any spelling. */
export function hasSpelling(literals: ReadonlySet<number>, key: string): boolean {
  const spelling = spellingIn(key);
  return spelling !== undefined && literals.has(spelling);
}

/** True for `user-name` and `userName`, false for `cancel` and `CANCEL`. */
export function isOfSeveralWords(key: string): boolean {
  return /[^\p{L}\p{N}]|\p{Ll}\p{Lu}/u.test(key);
}
