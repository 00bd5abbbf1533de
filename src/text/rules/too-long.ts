import { readMessage } from '../message.js';
import type { Leaf, Message, Token } from '../token.js';
import type { MessageContext, TextProblem } from '../types.js';

/**
 * A text that is longer than its author allows. Where the author's own text is, too, the limit is
 * about something else.
 */
export function tooLong(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem | undefined {
  const { maxLength } = context;
  // What is shown is never longer than what is written.
  if (maxLength === undefined || target.length <= maxLength) return undefined;
  const length = shownLength(target, context);
  if (length <= maxLength || shownLength(source, context) > maxLength) return undefined;
  return { code: 'too-long', message: `${length} characters, of which at most ${maxLength} fit` };
}

/**
 * How many characters people see. Of several choices, the longest counts. A placeholder counts for
 * nothing, since nobody knows how long its value is, and neither does markup.
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
