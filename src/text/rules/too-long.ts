import { readMessage } from '../message.js';
import type { Leaf, Message, Token } from '../token.js';
import type { MessageContext, TextProblem } from '../types.js';

/**
 * A text longer than its author allows. If the source text itself is too long, the limit means
 * something else.
 */
export function tooLong(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem | undefined {
  const { maxLength } = context;
  // The shown text is never longer than the written one.
  if (maxLength === undefined || target.length <= maxLength) return undefined;
  const length = shownLength(target, context);
  if (length <= maxLength || shownLength(source, context) > maxLength) return undefined;
  return {
    code: 'too-long',
    message: `${length} characters, but at most ${maxLength} are allowed`,
  };
}

/**
 * Number of characters that people see. Of several choices, the longest counts. Placeholders count
 * 0, because the length of their value is unknown, and so does markup.
 */
export function shownLength(text: string, context: MessageContext): number {
  return longest(readMessage(text, context));
}

function longest({ pieces }: Message): number {
  const lengths = pieces.map((piece) => (typeof piece === 'string' ? 0 : lengthOf(piece)));
  return Math.max(0, ...lengths);
}

function lengthOf({ tokens }: Leaf): number {
  return tokens.reduce((sum, token) => sum + shown(token), 0);
}

function shown(token: Token): number {
  if (token.type === 'text') return charactersIn(token.text);
  if (token.nested !== undefined) return longest(token.nested);
  if (token.kind === 'escape') return 1;
  return token.kind === 'literal' ? charactersIn(token.raw) : 0;
}

function charactersIn(text: string): number {
  return Array.from(text).length;
}
