import { languageOf } from '../plural/families.js';
import type { Leaf, Token } from '../token.js';

/** A piece of an answer: text, or the source's token with that index. */
export type Node =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly index: number };

/** What is beside a code in the source. */
type Side =
  | { readonly kind: 'space'; readonly space: string }
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'code'; readonly index: number }
  | { readonly kind: 'edge' };

const UNSPACED = new Set(['ja', 'zh', 'yue', 'th', 'lo', 'km', 'my', 'bo']);
const BRACKETS = /[()[\]{}"'“”‘’„«»‹›/\\@#=_*`~<>|]/u;
const JOINS_LEFT = /[\p{L}\p{N}.,;:!?…)\]}”»%]/u;
const JOINS_RIGHT = /[\p{L}\p{N}([{“«]/u;

/**
 * Restores the source's spacing beside codes where the answer changed it. In a language without
 * spaces, the answer's spacing is kept, except for spaces that the source does not have.
 */
export function restoreSpacing(
  nodes: readonly Node[],
  tokens: readonly Token[],
  target: string,
): Node[] {
  const spaced = !UNSPACED.has(languageOf(target));
  const out: Node[] = [];
  for (const node of nodes) {
    const last = out.pop();
    if (last === undefined) out.push(node);
    else out.push(...join(last, node, { tokens, spaced }));
  }
  return dropBetween(out, tokens);
}

interface Setting {
  readonly tokens: readonly Token[];
  readonly spaced: boolean;
}

function join(left: Node, right: Node, { tokens, spaced }: Setting): Node[] {
  if (left.type === 'code' && right.type === 'code') {
    const after = sideOf(tokens, left.index, 1);
    const before = sideOf(tokens, right.index, -1);
    const space = spaced && after.kind === 'space' && before.kind === 'space' ? after.space : '';
    return space === '' ? [left, right] : [left, { type: 'text', text: space }, right];
  }
  if (left.type === 'text' && right.type === 'code') {
    return [{ type: 'text', text: fitEnd(left.text, right.index, { tokens, spaced }) }, right];
  }
  if (left.type === 'code' && right.type === 'text') {
    return [left, { type: 'text', text: fitStart(right.text, left.index, { tokens, spaced }) }];
  }
  return [left, right];
}

function fitEnd(text: string, index: number, { tokens, spaced }: Setting): string {
  const side = sideOf(tokens, index, -1);
  const trimmed = text.trimEnd();
  if (side.kind === 'space') {
    return spaced && trimmed === text && JOINS_LEFT.test(lastOf(text)) ? text + side.space : text;
  }
  if (trimmed === text || trimmed === '') return text;
  return side.kind === 'char' &&
    mustTouch(side.char, lastOf(trimmed), isInner(tokens, index, 'close'))
    ? trimmed
    : text;
}

function fitStart(text: string, index: number, { tokens, spaced }: Setting): string {
  const side = sideOf(tokens, index, 1);
  const trimmed = text.trimStart();
  if (side.kind === 'space') {
    return spaced && trimmed === text && JOINS_RIGHT.test(firstOf(text)) ? side.space + text : text;
  }
  if (trimmed === text || trimmed === '') return text;
  return side.kind === 'char' &&
    mustTouch(side.char, firstOf(trimmed), isInner(tokens, index, 'open'))
    ? trimmed
    : text;
}

/**
 * Whether a bracket or quote has to touch the code: it did in the source, or the text is inside a
 * pair of tags.
 */
function mustTouch(was: string, is: string, inner: boolean): boolean {
  return inner || (BRACKETS.test(was) && BRACKETS.test(is));
}

function isInner(tokens: readonly Token[], index: number, role: 'open' | 'close'): boolean {
  const token = tokens[index];
  return token?.type === 'code' && token.role === role;
}

/** Removes spaces between codes that touched in the source and are still adjacent. */
function dropBetween(nodes: readonly Node[], tokens: readonly Token[]): Node[] {
  return nodes.filter((node, at) => {
    if (node.type !== 'text' || node.text === '' || node.text.trim() !== '') return true;
    const left = nodes[at - 1];
    const right = nodes[at + 1];
    if (left?.type !== 'code' || right?.type !== 'code') return true;
    const after = sideOf(tokens, left.index, 1);
    return !(after.kind === 'code' && after.index === right.index);
  });
}

function sideOf(tokens: readonly Token[], index: number, step: 1 | -1): Side {
  const beside = tokens[index + step];
  if (beside === undefined) return { kind: 'edge' };
  if (beside.type === 'code') return { kind: 'code', index: index + step };
  const { text } = beside;
  const rest = step === 1 ? text.trimStart() : text.trimEnd();
  if (rest.length === text.length) {
    return { kind: 'char', char: step === 1 ? firstOf(text) : lastOf(text) };
  }
  const space = step === 1 ? text.slice(0, text.length - rest.length) : text.slice(rest.length);
  return { kind: 'space', space };
}

function firstOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

function lastOf(text: string): string {
  const low = text.charCodeAt(text.length - 1);
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(-2) : text.slice(-1);
}

/** The part of a leaf to send: tokens `from` (inclusive) to `to` (exclusive). */
export interface Core {
  readonly from: number;
  readonly to: number;
}

const LETTER = /\p{L}/u;

export function hasLetters(text: string): boolean {
  return LETTER.test(text);
}

/**
 * Leaves out what need not be sent: markup at either end that shows no count, and pairs of tags
 * around everything. Undefined if nothing is left to translate.
 */
export function coreOf({ tokens, counted }: Leaf): Core | undefined {
  const isSpare = (token: Token): boolean => {
    if (token.type === 'text') return token.text.trim() === '';
    if (token.role !== 'single' || counted?.isCount(token.name) === true) return false;
    return token.kind === 'markup' || token.kind === 'escape';
  };
  if (!tokens.some((token) => token.type === 'text' && hasLetters(token.text))) return undefined;
  let from = 0;
  let to = tokens.length;
  for (;;) {
    const first = tokens[from];
    const last = tokens[to - 1];
    if (first !== undefined && isSpare(first)) from += 1;
    else if (last !== undefined && isSpare(last)) to -= 1;
    else if (first?.type === 'code' && first.role === 'open' && first.mate === to - 1) {
      from += 1;
      to -= 1;
    } else return { from, to };
  }
}
