import { isIcu } from '../message.js';
import type { MessageContext, TextProblem } from '../types.js';
import { compareVariants } from './choices.js';
import { compareIcu } from './icu.js';

/**
 * All problems that forbid writing a target: placeholders, markup, ICU syntax, plural categories.
 */
export function soundProblems(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem[] {
  return isIcu(source, context)
    ? compareIcu(source, target, context)
    : compareVariants(source, target, context);
}

/** The first problem that forbids writing a target; undefined: it may be written. */
export function isSound(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem | undefined {
  return soundProblems(source, target, context)[0];
}
