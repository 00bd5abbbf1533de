import { ADOPTED, EDITED, REVIEW } from './origin.js';
import type { LockLines } from './lock-lines.js';

const escaped = [ADOPTED, EDITED, REVIEW].map((origin) => origin.replaceAll('?', '\\?'));
/** A token of a human text: its hash and origin. */
const OF_PEOPLE = new RegExp(` [\\w-]{6}(?:${escaped.join('|')})`);

/** Whether a lock has any human text. */
export function knowsPeople({ text }: Pick<LockLines, 'text'>): boolean {
  return OF_PEOPLE.test(text);
}
