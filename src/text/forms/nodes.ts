import { decodeEntities } from '../entities.js';
import { withoutEncoded, CONVERSION } from '../scan/literals.js';
import type { CodeToken, Token } from '../token.js';
import type { TextProblem } from '../types.js';
import type { Node } from './spacing.js';

/** What was sent of a leaf. */
export interface Sent {
  readonly tokens: readonly Token[];
  /** Ids of the sent codes, by token index. */
  readonly ids: ReadonlyMap<number, number>;
  /**
   * Form `ignore`: the content of each code's element. Undefined: pairs are elements, other codes
   * are empty.
   */
  readonly labels: ReadonlyMap<number, string> | undefined;
  readonly renumbers: boolean;
}

/**
 * The answer as text and codes of the source. Each code must occur exactly once, in the same
 * parent.
 */
export function nodesOf(answer: string, sent: Sent): Node[] | TextProblem {
  const marks = readAnswer(answer);
  if (marks === undefined)
    return markup('the answer contains other elements than those that were sent');
  const nodes =
    sent.labels === undefined ? fromElements(marks, sent) : fromLabels(marks, sent, sent.labels);
  if (!Array.isArray(nodes)) return nodes;
  return complaint(nodes, sent) ?? nodes;
}

function markup(message: string): TextProblem {
  return { code: 'markup-mismatch', message };
}

function fromElements(marks: readonly Mark[], { tokens, ids }: Sent): Node[] | TextProblem {
  const byId = new Map([...ids].map(([index, id]) => [id, index]));
  const nodes: Node[] = [];
  for (const [at, mark] of marks.entries()) {
    if (mark.type === 'text') {
      nodes.push(mark);
      continue;
    }
    const index = byId.get(mark.id);
    const token = index === undefined ? undefined : tokens[index];
    if (index === undefined || token?.type !== 'code')
      return markup(`the answer contains element ${String(mark.id)}, which was not sent`);
    if (token.role === 'open') {
      if (mark.type === 'single') return markup(`the answer emptied ${token.raw}`);
      nodes.push({ type: 'code', index: mark.type === 'open' ? index : token.mate });
    } else if (mark.type === 'open') {
      const next = marks[at + 1];
      const blank = next?.type === 'text' && next.text.trim() === '';
      if (!blank && next?.type !== 'close') return markup(`the answer put text into ${token.raw}`);
    } else nodes.push({ type: 'code', index });
  }
  return nodes;
}

/** `<x id="0">{name}</x>`: the content must be unchanged. */
function fromLabels(
  marks: readonly Mark[],
  { ids }: Sent,
  labels: ReadonlyMap<number, string>,
): Node[] | TextProblem {
  const byId = new Map([...ids].map(([index, id]) => [id, index]));
  const nodes: Node[] = [];
  let inside: { readonly index: number; text: string } | undefined;
  for (const mark of marks) {
    if (mark.type === 'text') {
      if (inside === undefined) nodes.push(mark);
      else inside.text += mark.text;
      continue;
    }
    const index = byId.get(mark.id);
    if (index === undefined || (inside !== undefined && mark.type !== 'close')) {
      return markup('the answer nested elements that were separate');
    }
    if (mark.type === 'open') {
      inside = { index, text: '' };
      continue;
    }
    const label = labels.get(index) ?? '';
    if (mark.type === 'close' && squeeze(inside?.text ?? '') !== squeeze(label)) {
      return { code: 'placeholder-mismatch', message: `the answer changed ${label}` };
    }
    nodes.push({ type: 'code', index });
    inside = undefined;
  }
  return nodes;
}

/** A piece of a tagged answer. */
type Mark =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'single' | 'open' | 'close'; readonly id: number };

const LONGEST_TAG = 200;
const OURS = /^(\/?)\s*([xg])((?:\s[^/]*)?)(\/?)$/i;

/**
 * Parses an answer under tag handling: our `<x id="…"/>` and `<g id="…">…</g>`, other characters
 * escaped as in XML. Undefined if it contains tags that were not sent or are badly nested. Linear.
 */
function readAnswer(answer: string): Mark[] | undefined {
  const marks: Mark[] = [];
  const open: { readonly id: number; readonly name: string }[] = [];
  let last = 0;
  const text = (end: number): void => {
    if (end > last) marks.push({ type: 'text', text: decodeEntities(answer.slice(last, end)) });
  };
  for (let at = answer.indexOf('<'); at >= 0; at = answer.indexOf('<', at + 1)) {
    const length = answer.slice(at, at + LONGEST_TAG).indexOf('>');
    const end = at + length;
    const inside = length < 0 ? '' : answer.slice(at + 1, end).trim();
    const tag = OURS.exec(inside);
    if (tag === null) {
      if (/^\/?[A-Za-z]/.test(inside)) return undefined;
      continue;
    }
    text(at);
    last = end + 1;
    at = end;
    const [, slash, name = '', attributes = '', self] = tag;
    if (slash !== '') {
      const top = open.pop();
      if (top?.name !== name.toLowerCase()) return undefined;
      marks.push({ type: 'close', id: top.id });
      continue;
    }
    const id = /\sid\s*=\s*["']?\s*(\d{1,6})\s*["']?/i.exec(attributes)?.[1];
    if (id === undefined) return undefined;
    if (self !== '' && name.toLowerCase() === 'x') marks.push({ type: 'single', id: Number(id) });
    else {
      marks.push({ type: 'open', id: Number(id) });
      if (self === '') open.push({ id: Number(id), name: name.toLowerCase() });
      else marks.push({ type: 'close', id: Number(id) });
    }
  }
  text(answer.length);
  return open.length === 0 ? marks : undefined;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}

function complaint(nodes: readonly Node[], sent: Sent): TextProblem | undefined {
  const { tokens, ids, renumbers } = sent;
  const seen = new Map<number, number>();
  for (const node of nodes) {
    if (node.type === 'code') seen.set(node.index, (seen.get(node.index) ?? 0) + 1);
  }
  for (const index of ids.keys()) {
    const token = tokens[index];
    const times = seen.get(index) ?? 0;
    if (times === 1 || token?.type !== 'code') continue;
    const what = times === 0 ? 'lost' : 'repeated';
    const code = token.kind === 'markup' ? 'markup-mismatch' : 'placeholder-mismatch';
    return { code, message: `the answer ${what} ${token.raw}` };
  }
  return misplaced(nodes, tokens) ?? reordered(nodes, tokens, renumbers);
}

/** Lisp's `~a`, which takes an argument, unlike `~%`. */
const TILDE = /^~[^%&~|\n_/]*[^%&~|\n]$/;

function isUnnumbered(name: string): boolean {
  return CONVERSION.test(name) || name === '{}' || TILDE.test(name);
}

/** Python has names but no numbers; other texts are already numbered. */
const OTHERWISE = /^%(?:\(|\d{1,2}\$)/;
const INSIDE = /%[-+#0\d.*]*(?:hh|ll|[hlqLzj])?[sdiufeExX@](?![A-Za-z])/;

/** A tag also takes an argument if an attribute is `%s`. */
function takes({ kind, name, raw }: CodeToken): boolean {
  if (kind === 'placeholder') return isUnnumbered(name);
  return (kind === 'markup' || kind === 'literal') && INSIDE.test(withoutEncoded(raw));
}

interface Taking {
  readonly code: CodeToken;
  readonly index: number;
}

/** Codes of an answer that take arguments by position, in the answer's order. */
function takingIn(nodes: readonly Node[], tokens: readonly Token[]): Taking[] {
  return nodes.flatMap((node) => {
    const code = node.type === 'code' ? tokens[node.index] : undefined;
    if (node.type !== 'code' || code?.type !== 'code' || !takes(code)) return [];
    return [{ code, index: node.index }];
  });
}

function firstMoved(taking: readonly Taking[]): Taking | undefined {
  return taking.find(({ index }, at) => index < (taking[at - 1]?.index ?? -1));
}

/**
 * The first problem of codes that take arguments by position, are not in order, and cannot be
 * numbered.
 */
function reordered(
  nodes: readonly Node[],
  tokens: readonly Token[],
  renumbers: boolean,
): TextProblem | undefined {
  const moved = firstMoved(takingIn(nodes, tokens));
  if (moved === undefined || (renumbers && canNumber(tokens))) return undefined;
  return { code: 'placeholder-mismatch', message: `the answer reordered ${moved.code.raw}` };
}

/** A width given as an argument cannot be numbered, and neither can `{}`. */
function isNumberable(raw: string): boolean {
  return CONVERSION.test(raw) && !raw.includes('*');
}

function canNumber(tokens: readonly Token[]): boolean {
  return tokens.every((token) => {
    if (token.type === 'text') return true;
    if (token.kind !== 'placeholder') return !takes(token);
    if (OTHERWISE.test(token.name)) return false;
    return !isUnnumbered(token.name) || isNumberable(token.raw);
  });
}

/**
 * The spelling of moved codes, by index: each with the number of its argument (`%2$s … %1$d`).
 * Empty if all are in order.
 */
export function renumbered(
  nodes: readonly Node[],
  tokens: readonly Token[],
): ReadonlyMap<number, string> {
  const written = new Map<number, string>();
  if (firstMoved(takingIn(nodes, tokens)) === undefined) return written;
  let position = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'text' || !takes(token)) continue;
    position += 1;
    written.set(index, `%${String(position)}$${token.raw.slice(1)}`);
  }
  return written;
}

/** Tags must keep their parent, pairs their order, and elements with text must still have text. */
function misplaced(nodes: readonly Node[], tokens: readonly Token[]): TextProblem | undefined {
  const inAnswer = parentsOf(
    nodes.map((node) =>
      node.type === 'code' ? { ...(tokens[node.index] as CodeToken), at: node.index } : node,
    ),
  );
  const inSource = parentsOf(
    tokens.map((token, at) => (token.type === 'code' ? { ...token, at } : token)),
  );
  if (inAnswer === undefined || inSource === undefined)
    return markup('the tags in the answer overlap instead of nesting');
  for (const [at, { parent, text }] of inAnswer) {
    const token = tokens[at];
    const was = inSource.get(at);
    if (token?.type !== 'code' || was === undefined) continue;
    const outer = inAnswer.has(was.parent) ? was.parent : -1;
    const fixed = token.kind === 'markup' || token.kind === 'nested';
    if (fixed && parent !== outer) return markup(`the answer moved ${token.raw} into another tag`);
    if (was.text && !text) return markup(`the answer emptied ${token.raw}`);
  }
  return undefined;
}

type Placed =
  (CodeToken & { readonly at: number }) | { readonly type: 'text'; readonly text: string };

interface Place {
  /** Index of the enclosing opening tag, -1 if none. */
  readonly parent: number;
  /** Whether a pair contains letters or codes. */
  text: boolean;
}

/** The parent of every single and opening code; undefined if tags are badly nested. */
function parentsOf(list: readonly Placed[]): Map<number, Place> | undefined {
  const places = new Map<number, Place>();
  const open: number[] = [];
  const fill = (): void => {
    const place = places.get(open.at(-1) ?? -1);
    if (place !== undefined) place.text = true;
  };
  for (const item of list) {
    if (item.type === 'text') {
      if (item.text.trim() !== '') fill();
    } else if (item.role === 'close') {
      if (open.pop() !== item.mate) return undefined;
    } else {
      fill();
      places.set(item.at, { parent: open.at(-1) ?? -1, text: false });
      if (item.role === 'open') open.push(item.at);
    }
  }
  return open.length === 0 ? places : undefined;
}
