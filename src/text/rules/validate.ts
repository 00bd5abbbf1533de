import { hasLetters } from '../forms/spacing.js';
import { readMessage } from '../message.js';
import { languageOf } from '../plural/families.js';
import { leavesOf, type Leaf, type Message, type Token } from '../token.js';
import type { MessageContext, TextProblem } from '../types.js';
import { soundProblems, invisibleSpaces } from './sound.js';

/**
 * All problems of a target by the rules of `RULES`, except `RULES_OF_SEVERAL`, which need more than
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
  if (source.trim() === '' || WITHOUT_SPACES.has(languageOf(context.target))) return undefined;
  const isRunOn = JOINED_BEFORE.test(source) && !/^\s/.test(target);
  const isRunInto = JOINED_AFTER.test(source) && !/\s$/.test(target);
  if (!isRunOn && !isRunInto) return undefined;
  const where = [...(isRunOn ? ['start'] : []), ...(isRunInto ? ['end'] : [])].join(' and the ');
  return {
    code: 'surrounding-space',
    message: `the space at the ${where} of the source is missing`,
  };
}

/*
 * Spaces beside which another text is shown: at the start, unless a capital letter begins a sentence of
 * its own, and at the end those after a colon or comma. Other spaces at the end, and those that only a
 * translation has, are slips that nobody sees, and a line break is the layout of the file.
 */
const JOINED_BEFORE = /^[ \u00a0](?=[^\s\p{Lu}])/u;
const JOINED_AFTER = /[:,：，=(][ \u00a0]$/;

/**
 * A text with the white space of its source at both ends, unless that is layout or the language
 * joins texts without spaces.
 */
export function withEdgesOf(source: string, text: string, context: MessageContext): string {
  const [start, end] = edges(source);
  const own = edges(text);
  const isLaidOut = [start, end, ...own].some((edge) => edge.includes('\n'));
  if (isLaidOut && context.foldsLines === true) return text;
  const isOneSpace = [start, end].every((edge) => edge === '' || edge === ' ');
  const isJoined = own[0] === '' && own[1] === '';
  if (isOneSpace && isJoined && WITHOUT_SPACES.has(languageOf(context.target))) return text;
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
  if (source !== target || languageOf(context.source) === languageOf(context.target))
    return undefined;
  const words = leavesOf(readMessage(source, context))
    .flatMap((leaf) => leaf.tokens)
    .flatMap((token) => (token.type === 'text' ? token.text.split(/\s+/) : []))
    .filter(hasLetters);
  if (words.length < 2) return undefined;
  return { code: 'untranslated', message: 'the text is the same as in the source' };
}

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

const STATED = /\bmax[-_ ]?length\b\s*[:=]?\s*(\d{1,6})\b/i;

/** The most characters of a translation, if the author's note states it: `maxLength: 20`. */
export function statedLength(note: string | undefined): number | undefined {
  const match = note === undefined ? null : STATED.exec(note);
  const length = Number(match?.[1] ?? 0);
  return length > 0 ? length : undefined;
}

/**
 * Characters without a meaning to any rule. Spaces have one only at the ends of a text; `Â`, `Ã`, `Ð`,
 * `Ñ`, `Ø`, `Ù` and `€` are left out because they are in texts that were read in a wrong encoding.
 */
const PLAIN =
  /^(?! )[ -"'-9;=?A-Z\]^a-z¡-¬®-ÁÄ-ÏÒ-×Ú-\u05ff\u0620-\u167f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u20ab\u20ad-\u2fff\u3001-\ud7ff]+(?<! )$/;

/**
 * Whether a text has no placeholders, markup, message syntax or invisible characters, and no spaces
 * at its ends, as is true of most texts. For two different plain texts, `validate` can only find
 * that one is too long, so it need not be called.
 */
export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}
