import { isIcu, readMessage } from './message.js';
import { prepare } from './prepare.js';
import { isSound } from './rules/sound.js';
import { hasLetters } from './forms/spacing.js';
import { leavesOf, type Leaf, type Message, type Token } from './token.js';
import type { MessageContext } from './types.js';

/**
 * How a text is sent to a service without markup support. `whole`: unchanged, and an answer that
 * changes a code is rejected; `cut`: the pieces of text between codes.
 */
export type RephraseForm = 'whole' | 'cut';

/** A text prepared for improvement. */
export interface Rephrased {
  readonly texts: readonly string[];
  /**
   * Inserts the answers. Undefined if that would change a placeholder, a tag or the structure of
   * the message.
   */
  readonly restore: (answers: readonly string[]) => string | undefined;
}

/**
 * Prepares a text for improvement within its language. Undefined if nothing of it can be sent in
 * this form, or if it could not be restored exactly. Never throws.
 */
export function prepareRephrase(
  text: string,
  context: MessageContext,
  form: RephraseForm,
): Rephrased | undefined {
  const prepared = form === 'whole' ? prepareWhole(text, context) : prepareCut(text, context);
  if (prepared === undefined || prepared.texts.length === 0) return undefined;
  // Skips texts that we would write differently even without a change.
  if (prepared.restore(prepared.texts) !== text) return undefined;
  const restore = (answers: readonly string[]): string | undefined => {
    // An empty answer is no improvement.
    if (answers.some((answer) => !hasLetters(answer))) return undefined;
    const result = prepared.restore(answers);
    return result !== undefined && isSame(text, result, context) ? result : undefined;
  };
  return { texts: prepared.texts, restore };
}

function prepareCut(text: string, context: MessageContext): Rephrased {
  const prepared = prepare(text, context, 'cut');
  const { texts } = prepared;
  return {
    texts,
    restore: (answers) => {
      const fitted = answers.map((answer, at) => fitPiece(texts[at] ?? '', answer));
      const restored = prepared.restore(fitted);
      return restored.ok ? restored.text : undefined;
    },
  };
}

const START = /^[\p{P}\s]*/u;
const END = /[.!?…。！？]+$/u;

/**
 * Adjusts the answer for a piece of a sentence, which the service takes for a whole one, to the
 * ends of the source: the same punctuation at the start, and the same case if the first word is
 * unchanged.
 */
function fitPiece(source: string, answer: string): string {
  const [start = ''] = START.exec(source) ?? [];
  const closed = END.test(source) ? answer : answer.replace(END, '');
  const words = closed.replace(START, '');
  const first = source.charAt(start.length);
  const isSame = words.charAt(0).toLowerCase() === first.toLowerCase();
  return start + (isSame ? first + words.slice(1) : words);
}

function prepareWhole(text: string, context: MessageContext): Rephrased | undefined {
  if (context.syntax === 'fluent') return undefined;
  const message = readMessage(text, context);
  const leaves = leavesOf(message);
  // A leaf with nested messages would be sent with all of them.
  if (leaves.some(({ tokens }) => tokens.some(isNested))) return undefined;
  const sent = leaves.filter(isText);
  return {
    texts: sent.map((leaf) => plainOf(leaf).trim()),
    restore: (answers) =>
      writeMessage(message, new Map(sent.map((leaf, at) => [leaf, answers[at] ?? '']))),
  };
}

function isNested(token: Token): boolean {
  return token.type === 'code' && token.nested !== undefined;
}

function isText({ tokens }: Leaf): boolean {
  return tokens.some((token) => token.type === 'text' && hasLetters(token.text));
}

/** A leaf as people read it, with its codes. */
function plainOf({ tokens }: Leaf): string {
  return tokens.map((token) => (token.type === 'text' ? token.text : token.raw)).join('');
}

function writeMessage({ pieces }: Message, answers: ReadonlyMap<Leaf, string>): string | undefined {
  const parts: string[] = [];
  for (const [at, piece] of pieces.entries()) {
    const next = pieces[at + 1];
    const part =
      typeof piece === 'string'
        ? piece
        : writeLeaf(piece, answers.get(piece), typeof next === 'string' ? next : '');
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return parts.join('');
}

/** The answer with the leaf's own codes, which must occur in the same order. */
function writeLeaf(leaf: Leaf, answer: string | undefined, next: string): string | undefined {
  if (answer === undefined) return leaf.tokens.map(({ raw }) => raw).join('');
  const plain = plainOf(leaf);
  const start = plain.slice(0, plain.length - plain.trimStart().length);
  const end = plain.slice(plain.trimEnd().length);
  let rest = start + answer.trim() + end;
  const out: string[] = [];
  for (const token of leaf.tokens) {
    if (token.type === 'text') continue;
    const at = rest.indexOf(token.raw);
    if (at === -1) return undefined;
    out.push(leaf.encode(rest.slice(0, at), token.raw), token.raw);
    rest = rest.slice(at + token.raw.length);
  }
  out.push(leaf.encode(rest, next));
  return out.join('');
}

/** Whether only the words differ: codes, structure and lines are the same. */
function isSame(text: string, result: string, context: MessageContext): boolean {
  if (isSound(text, result, context) !== undefined) return false;
  if (linesIn(text) !== linesIn(result)) return false;
  const isOfIcu = isIcu(text, context) || context.syntax === 'fluent';
  if (signsIn(text, isOfIcu) !== signsIn(result, isOfIcu)) return false;
  return skeletonOf(text, context) === skeletonOf(result, context);
}

/** Codes of any syntax, whatever the text's own is: an improvement must not change them. */
const SIGNS =
  /%(?:\d{1,3}\$)?[-+ #0]{0,5}\d{0,4}(?:\.\d{1,4})?[hlLzjt]{0,2}[@a-zA-Z]|%[({<]\w[^)}>\s]{0,100}[)}>]|\$t\([^)]{0,200}\)|@:[\w.]+|<[^<>]{0,500}>|&#?\w{1,31};|__\w+__|\\[nrt"'\\]|https?:\/\/[^\s"'<>)]+|[\w.+-]{1,64}@[\w-]{1,64}\.\w+/g;
/**
 * For texts without ICU. Braces in ICU messages also contain text, so the skeleton is compared
 * there.
 */
const BRACES = /\$?\{\{?\s*[\w.$-]{1,100}\s*(?:,[^{}]{0,200})?\}?\}/g;

function signsIn(text: string, isOfIcu: boolean): string {
  const signs = [...(text.match(SIGNS) ?? []), ...((isOfIcu ? null : text.match(BRACES)) ?? [])];
  return signs.sort().join('\n');
}

function linesIn(text: string): number {
  return text.split(/\r\n|\n|\r/).length;
}

/** All parts of a message that are not text. */
function skeletonOf(text: string, context: MessageContext): string {
  const skeleton = ({ pieces }: Message): readonly unknown[] =>
    pieces.map((piece) => {
      if (typeof piece === 'string') return piece;
      return piece.tokens.flatMap((token) => (token.type === 'code' ? [token.raw] : []));
    });
  const message = readMessage(text, context);
  const nested = leavesOf(message).some(({ tokens }) => tokens.some(isNested));
  // Nested messages are compared by the sound check instead.
  return nested ? '' : JSON.stringify(skeleton(message));
}
