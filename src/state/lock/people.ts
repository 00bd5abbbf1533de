import { ADOPTED, EDITED, REVIEW } from '../origin.js';
import type { LockLines } from './lock-lines.js';

const escaped = [ADOPTED, EDITED, REVIEW].map((origin) => origin.replaceAll('?', '\\?'));
/** A token of a person's text: its hash, and whose it is. */
const OF_PEOPLE = new RegExp(` [\\w-]{6}(?:${escaped.join('|')})`);

/** True where a lock knows a text that a person wrote. */
export function knowsPeople({ text }: Pick<LockLines, 'text'>): boolean {
  return OF_PEOPLE.test(text);
}
