import { FluentNames, toIcu } from '../fluent/icu.js';
import { isIcu } from '../message.js';
import type { MessageContext, TextProblem } from '../types.js';
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

/*
 * Traces of a damaged text: control characters except tab and line ends, lone surrogates, and the
 * replacement character.
 */
const DAMAGE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]|\p{Surrogate}/gu;
const INVISIBLE = /[\u200b\u2060\ufeff]/g;
/** Languages that use the zero-width space between words. */
const WITHOUT_SPACES = new Set(['th', 'lo', 'km', 'my', 'bo']);

/** Characters that only a damaged text has, if the source has none of them. */
function damagedCharacters(source: string, target: string): TextProblem | undefined {
  return firstNew(DAMAGE, source, target);
}

/** Invisible spaces, which nobody types on purpose, if the source has none of them. */
export function invisibleSpaces(
  source: string,
  target: string,
  locale: string,
): TextProblem | undefined {
  const language = locale.toLowerCase().split(/[-_]/)[0] ?? '';
  return firstNew(INVISIBLE, WITHOUT_SPACES.has(language) ? `${source}\u200b` : source, target);
}

function firstNew(characters: RegExp, source: string, target: string): TextProblem | undefined {
  // Nearly all texts have none of them.
  if (target.search(characters) < 0) return undefined;
  const known = source.match(characters);
  const found = target.match(characters)?.find((char) => known?.includes(char) !== true);
  if (found === undefined) return undefined;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return { code: 'forbidden-characters', message: `the text contains U+${code}` };
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
