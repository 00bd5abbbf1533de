import { tokenize } from './tokens.js';

/**
 * New content with the comments and processing instructions of the old one: those at its start come
 * first, the others last.
 */
export function withComments(old: string, inner: string): string {
  if (!old.includes('<!--') && !old.includes('<?')) return inner;
  const before: string[] = [];
  const behind: string[] = [];
  let list = before;
  for (const { kind, start, end } of tokenize(old)) {
    if (kind === 'comment' || kind === 'instruction') list.push(old.slice(start, end));
    else if (kind !== 'text' || old.slice(start, end).trim() !== '') list = behind;
  }
  return before.join('') + inner + behind.join('');
}
