import { FluentNames, toIcu } from '../fluent/icu.js';
import { isIcu } from '../message.js';
import type { MessageContext, TextProblem } from '../types.js';
import { compareVariants } from './choices.js';
import { compareIcu } from './icu.js';

/**
 * All problems that forbid writing a machine's target: placeholders, markup, ICU syntax, plural
 * categories. Those that people may make come last.
 */
export function soundProblems(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem[] {
  const problems =
    context.syntax === 'fluent'
      ? compareFluent(source, target, context)
      : isIcu(source, context)
        ? compareIcu(source, target, context)
        : compareVariants(source, target, context);
  return problems.length < 2 ? problems : problems.sort((a, b) => weight(b) - weight(a));
}

/** Fluent is compared as the ICU messages that say the same. */
function compareFluent(source: string, target: string, context: MessageContext): TextProblem[] {
  const names = new FluentNames([source, target]);
  const was = toIcu(source, names);
  names.endSource();
  const is = toIcu(target, names);
  const problems = compareIcu(was, is, { ...context, syntax: 'icu' });
  return problems.map((problem) => names.inProblem(problem));
}

function weight({ mild }: TextProblem): number {
  return mild === true ? 0 : 1;
}

/** The first problem that forbids writing a machine's target; undefined: it may be written. */
export function isSound(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem | undefined {
  return soundProblems(source, target, context)[0];
}
