import { hasLetters } from '../forms/trim.js';
import { readMessage } from '../message.js';
import { leavesOf } from '../token.js';
import type { MessageContext, TextProblem } from '../types.js';
import { invisibleSpaces } from './characters.js';
import { soundProblems } from './sound.js';
import { tooLong } from './too-long.js';

/**
 * All problems of a target by the rules of `RULES`, except `inconsistent`, which needs more than
 * one unit. The caller sets levels. Never throws.
 */
export function validate(
  source: string,
  target: string,
  context: MessageContext,
): readonly TextProblem[] {
  const problems = [
    ...soundProblems(source, target, context),
    surroundingSpace(source, target, context),
    untranslated(source, target, context),
    tooLong(source, target, context),
    invisibleSpaces(source, target, context.target),
  ];
  return problems.filter((problem) => problem !== undefined);
}

/** Languages without spaces between joined parts. */
const WITHOUT_SPACES = new Set(['ja', 'zh', 'yue', 'th', 'lo', 'km', 'my', 'bo']);

function surroundingSpace(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem | undefined {
  const [start, end] = edges(source);
  const [targetStart, targetEnd] = edges(target);
  // The layout of the file, not of the text.
  const isLaidOut = [start, end, targetStart, targetEnd].some((edge) => edge.includes('\n'));
  if (isLaidOut && context.foldsLines === true) return undefined;
  const isOneSpace = [start, end].every((edge) => edge === '' || edge === ' ');
  const isJoined = targetStart === '' && targetEnd === '';
  if (isOneSpace && isJoined && WITHOUT_SPACES.has(language(context.target))) return undefined;
  const where = [
    ...(start === targetStart ? [] : ['starts']),
    ...(end === targetEnd ? [] : ['ends']),
  ];
  if (where.length === 0) return undefined;
  const message = `the text ${where.join(' and ')} with different white space than the source`;
  return { code: 'surrounding-space', message };
}

/** A text with the white space of its source at both ends. */
export function withEdgesOf(source: string, text: string): string {
  const [start, end] = edges(source);
  return start + text.trim() + end;
}

function edges(text: string): readonly [string, string] {
  const trimmed = text.trimEnd();
  if (trimmed === '') return [text, ''];
  return [
    trimmed.slice(0, trimmed.length - trimmed.trimStart().length),
    text.slice(trimmed.length),
  ];
}

function untranslated(
  source: string,
  target: string,
  context: MessageContext,
): TextProblem | undefined {
  if (source !== target || language(context.source) === language(context.target)) return undefined;
  const words = leavesOf(readMessage(source, context))
    .flatMap((leaf) => leaf.tokens)
    .flatMap((token) => (token.type === 'text' ? token.text.split(/\s+/) : []))
    .filter(hasLetters);
  if (words.length < 2) return undefined;
  return { code: 'untranslated', message: 'the text is the same as in the source' };
}

function language(locale: string): string {
  return locale.toLowerCase().split(/[-_]/)[0] ?? '';
}
