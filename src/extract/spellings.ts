import { hashOf } from './hash.js';

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
  return letters === '' ? undefined : hashOf(letters);
}

/** Whether code quotes a key in any spelling. */
export function hasSpelling(literals: ReadonlySet<number>, key: string): boolean {
  const spelling = spellingIn(key);
  return spelling !== undefined && literals.has(spelling);
}
