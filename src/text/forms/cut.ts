import type { Leaf, Token } from '../token.js';
import type { LeafForm } from './leaf-form.js';
import { edge } from './edge.js';
import { hasLetters, type Core } from './trim.js';

/** The last form: only the pieces of text between the codes are sent. */
export function cutLeaf(leaf: Leaf, core: Core): LeafForm {
  const { tokens } = leaf;
  const isSent = (token: Token, index: number): boolean =>
    token.type === 'text' && index >= core.from && index < core.to && hasLetters(token.text);
  const texts = tokens.flatMap((token, index) =>
    token.type === 'text' && isSent(token, index) ? [token.text.trim()] : [],
  );
  const restore: LeafForm['restore'] = (answers, { write, next }) => {
    let used = 0;
    const written = tokens.map((token) => (token.type === 'text' ? token.raw : write(token)));
    return tokens
      .map((token, index) => {
        if (token.type === 'code' || !isSent(token, index)) return written[index] ?? '';
        const start = edge(leaf, token, 'start');
        const end = edge(leaf, token, 'end');
        const after = end || (written[index + 1] ?? next);
        const answer = answers[used] ?? '';
        used += 1;
        return start + leaf.encode(answer.trim(), after) + end;
      })
      .join('');
  };
  return { texts, restore };
}
