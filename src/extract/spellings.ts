import { hashOf } from './hash.js';

/** Apart from texts as they are written. */
const SPELLING = '\u0006';
/** What is longer is no name. */
const LONGEST = 60;

/**
 * Hash of the letters and digits of a name without their case: code may turn each of `user-name`,
 * `user_name`, `userName` and `user.name` into the others. Undefined for what is no name: several
 * words, and the path of an imported file.
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

/** `user-name` and `userName`, not `cancel`, nor `CANCEL`. */
export function isOfSeveralWords(key: string): boolean {
  return /[^\p{L}\p{N}]|\p{Ll}\p{Lu}/u.test(key);
}
