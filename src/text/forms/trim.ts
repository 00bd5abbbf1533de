import type { Token } from '../token.js';

/** The part of a leaf to send: tokens `from` (inclusive) to `to` (exclusive). */
export interface Core {
  readonly from: number;
  readonly to: number;
}

const LETTER = /\p{L}/u;

export function hasLetters(text: string): boolean {
  return LETTER.test(text);
}

/**
 * Leaves out what need not be sent: markup at either end, and pairs of tags around everything.
 * Undefined if nothing is left to translate.
 */
export function coreOf(tokens: readonly Token[]): Core | undefined {
  if (!tokens.some((token) => token.type === 'text' && hasLetters(token.text))) return undefined;
  let from = 0;
  let to = tokens.length;
  for (;;) {
    const first = tokens[from];
    const last = tokens[to - 1];
    if (first !== undefined && isSpare(first)) from += 1;
    else if (last !== undefined && isSpare(last)) to -= 1;
    else if (first?.type === 'code' && first.role === 'open' && first.mate === to - 1) {
      from += 1;
      to -= 1;
    } else return { from, to };
  }
}

function isSpare(token: Token): boolean {
  if (token.type === 'text') return token.text.trim() === '';
  return token.role === 'single' && (token.kind === 'markup' || token.kind === 'escape');
}
