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
 * Characters without a meaning to any rule, as the first and last of a range. Spaces have one only
 * at the ends of a text; `Â`, `Ã`, `Ð`, `Ñ`, `Ø`, `Ù` and `€` are left out because they are in
 * texts that were read in a wrong encoding.
 */
const RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x22],
  [0x27, 0x39],
  [0x3b, 0x3b],
  [0x3d, 0x3d],
  [0x3f, 0x3f],
  [0x41, 0x5a],
  [0x5d, 0x5e],
  [0x61, 0x7a],
  [0xa1, 0xac],
  [0xae, 0xc1],
  [0xc4, 0xcf],
  [0xd2, 0xd7],
  [0xda, 0x5ff],
  [0x620, 0x167f],
  [0x1e00, 0x1fff],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x2070, 0x20ab],
  [0x20ad, 0x2fff],
  [0x3001, 0xd7ff],
];
const SPACE = 0x20;

/** By UTF-16 code unit: 1 for a character without a meaning. Created on first use. */
let table: Uint8Array | undefined;

function makeTable(): Uint8Array {
  const made = new Uint8Array(0x10000);
  for (const [first, last] of RANGES) made.fill(1, first, last + 1);
  return made;
}

/**
 * Whether a text has no placeholders, markup, message syntax or invisible characters, and no spaces
 * at its ends, as is true of most texts. For two different plain texts, `validate` can only find
 * that one is too long, so it need not be called.
 */
export function isPlain(text: string): boolean {
  const plain = (table ??= makeTable());
  const { length } = text;
  for (let i = 0; i < length; i += 1) if (plain[text.charCodeAt(i)] === 0) return false;
  return length > 0 && text.charCodeAt(0) !== SPACE && text.charCodeAt(length - 1) !== SPACE;
}
