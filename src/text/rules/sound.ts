import { FluentNames, toIcu } from '../fluent/icu.js';
import { isIcu } from '../message.js';
import type { MessageContext, TextProblem } from '../types.js';
import { damagedCharacters } from './characters.js';
import { compareVariants } from './choices.js';
import { compareIcu } from './icu.js';

/**
 * All problems because of which a machine's target must not be written: placeholders, markup, ICU
 * syntax, plural categories, damaged characters. Those allowed to people come last.
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
  const damage = damagedCharacters(source, target);
  if (damage !== undefined) problems.push(damage);
  return problems.length < 2 ? problems : problems.sort((a, b) => weight(b) - weight(a));
}

/** Fluent texts are compared as the equivalent ICU messages. */
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

/**
 * The first problem because of which a machine's target must not be written; undefined if it may be
 * written.
 */
export function isSound(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem | undefined {
  return soundProblems(source, target, context)[0];
}
