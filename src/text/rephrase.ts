import { isIcu, readMessage } from './message.js';
import { prepare } from './prepare.js';
import { isSound } from './rules/sound.js';
import { hasLetters } from './forms/trim.js';
import { leavesOf, type Leaf, type Message, type Token } from './token.js';
import type { MessageContext } from './types.js';

/**
 * How a text goes to a service that knows no markup. `whole`: as it is, and an answer that changes
 * a code does not hold; `cut`: the text between the codes piece by piece.
 */
export type RephraseForm = 'whole' | 'cut';

/** A text made ready to be improved. */
export interface Rephrased {
  readonly texts: readonly string[];
  /**
   * The text with the answers in place; undefined where a placeholder, a tag or the structure of
   * the message would not be what it was.
   */
  readonly restore: (answers: readonly string[]) => string | undefined;
}

/**
 * Makes a text ready for improvement within its language. Undefined: in this form nothing of it can
 * go out, or it could not come back as it is written. Never throws.
 */
export function prepareRephrase(
  text: string,
  context: MessageContext,
  form: RephraseForm,
): Rephrased | undefined {
  const prepared = form === 'whole' ? prepareWhole(text, context) : prepareCut(text, context);
  if (prepared === undefined || prepared.texts.length === 0) return undefined;
  // What is written in another way than we would write it is not touched.
  if (prepared.restore(prepared.texts) !== text) return undefined;
  const restore = (answers: readonly string[]): string | undefined => {
    // A text that is gone is no better one.
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
 * A piece of a sentence that was taken for a sentence: its ends are those of the source. It begins
 * with the punctuation that it began with, and in the same case if that word is still the first.
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
  // What has messages of its own inside would go out with all of them.
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

/** The answer between the leaf's own codes, which have to be in it in their order. */
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

/** Whether both say the same but for their words: codes, structure and lines. */
function isSame(text: string, result: string, context: MessageContext): boolean {
  if (isSound(text, result, context) !== undefined) return false;
  if (linesIn(text) !== linesIn(result)) return false;
  const isOfIcu = isIcu(text, context) || context.syntax === 'fluent';
  if (signsIn(text, isOfIcu) !== signsIn(result, isOfIcu)) return false;
  return skeletonOf(text, context) === skeletonOf(result, context);
}

/** What is a code in some syntax, whatever syntax the text is in: nobody asked to change it. */
const SIGNS =
  /%(?:\d{1,3}\$)?[-+ #0]{0,5}\d{0,4}(?:\.\d{1,4})?[hlLzjt]{0,2}[@a-zA-Z]|%[({<]\w[^)}>\s]{0,100}[)}>]|\$t\([^)]{0,200}\)|@:[\w.]+|<[^<>]{0,500}>|&#?\w{1,31};|__\w+__|\\[nrt"'\\]|https?:\/\/[^\s"'<>)]+|[\w.+-]{1,64}@[\w-]{1,64}\.\w+/g;
/** In ICU messages braces hold text, too; there the skeleton tells. */
const BRACES = /\$?\{\{?\s*[\w.$-]{1,100}\s*(?:,[^{}]{0,200})?\}?\}/g;

function signsIn(text: string, isOfIcu: boolean): string {
  const signs = [...(text.match(SIGNS) ?? []), ...((isOfIcu ? null : text.match(BRACES)) ?? [])];
  return signs.sort().join('\n');
}

function linesIn(text: string): number {
  return text.split(/\r\n|\n|\r/).length;
}

/** Everything of a message that is no text. */
function skeletonOf(text: string, context: MessageContext): string {
  const skeleton = ({ pieces }: Message): readonly unknown[] =>
    pieces.map((piece) => {
      if (typeof piece === 'string') return piece;
      return piece.tokens.flatMap((token) => (token.type === 'code' ? [token.raw] : []));
    });
  const message = readMessage(text, context);
  const nested = leavesOf(message).some(({ tokens }) => tokens.some(isNested));
  // With messages inside messages, the sound check is what compares them.
  return nested ? '' : JSON.stringify(skeleton(message));
}
