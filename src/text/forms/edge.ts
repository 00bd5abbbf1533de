import type { Leaf, Token } from '../token.js';

/** White space at one end of a text, as in the source. */
export function edge(leaf: Leaf, token: Token | undefined, end: 'start' | 'end'): string {
  if (token?.type !== 'text') return '';
  const { text } = token;
  const space =
    end === 'start'
      ? text.slice(0, text.length - text.trimStart().length)
      : text.slice(text.trimEnd().length);
  return leaf.encode(space, '');
}
