import type { FormatError, FormatErrorCode } from '../../model/index.js';
import { positions } from '../kit/positions.js';
import { formatError, MOST_VALUES, rejectUnusable, TOO_LARGE } from '../kit/unusable.js';

/** Kinds of nodes. */
export const OBJECT = 0;
export const ARRAY = 1;
export const STRING = 2;
export const LITERAL = 3;

/** Fields of a node in `Tree.nodes`, as offsets from `node * WIDTH`. */
const KIND = 0;
const KEY_START = 1;
const KEY_END = 2;
const START = 3;
const END = 4;
const PARENT = 5;
const NEXT = 6;
const COMMA = 7;
const WIDTH = 8;

/**
 * The values of a JSON text in file order; node 0 is the outermost. Stores only offsets in one flat
 * array, so that files of many megabytes create no objects.
 */
export class Tree {
  readonly text: string;
  count = 0;
  /** Whether the file has comments. */
  commented = false;
  /** Whether no key contains an escape or starts like metadata (`@`, `$`). */
  plainKeys = true;
  /** Whether some array contains objects. */
  listsObjects = false;
  readonly #nodes: number[] = [];

  constructor(text: string) {
    this.text = text;
  }

  #inLines: boolean | undefined;
  /** Whether its outermost container has several lines. */
  get inLines(): boolean {
    return (this.#inLines ??= /[\r\n]/.test(this.raw(0)));
  }

  /** Adds a node. Its ranges are set as they are read. */
  add(kind: number, parent: number): number {
    this.#nodes.push(kind, -1, -1, -1, -1, parent, -1, -1);
    return this.count++;
  }

  /** Both are -1 for elements of arrays. */
  setKey(node: number, start: number, end: number): void {
    this.#nodes[node * WIDTH + KEY_START] = start;
    this.#nodes[node * WIDTH + KEY_END] = end;
  }
  setRange(node: number, start: number, end: number): void {
    this.#nodes[node * WIDTH + START] = start;
    this.#nodes[node * WIDTH + END] = end;
  }
  setNext(node: number, next: number): void {
    this.#nodes[node * WIDTH + NEXT] = next;
  }
  setComma(node: number, offset: number): void {
    this.#nodes[node * WIDTH + COMMA] = offset;
  }

  kind(node: number): number {
    return this.#nodes[node * WIDTH + KIND] ?? LITERAL;
  }
  isContainer(node: number): boolean {
    return this.kind(node) <= ARRAY;
  }
  keyStart(node: number): number {
    return this.#nodes[node * WIDTH + KEY_START] ?? -1;
  }
  keyEnd(node: number): number {
    return this.#nodes[node * WIDTH + KEY_END] ?? -1;
  }
  /** Start of the value. */
  start(node: number): number {
    return this.#nodes[node * WIDTH + START] ?? 0;
  }
  end(node: number): number {
    return this.#nodes[node * WIDTH + END] ?? 0;
  }
  parent(node: number): number {
    return this.#nodes[node * WIDTH + PARENT] ?? -1;
  }
  /** The next sibling, or -1. */
  next(node: number): number {
    return this.#nodes[node * WIDTH + NEXT] ?? -1;
  }
  /** Offset of the comma after the value, or -1. */
  comma(node: number): number {
    return this.#nodes[node * WIDTH + COMMA] ?? -1;
  }
  /** The first child of a container, or -1. */
  first(node: number): number {
    const child = node + 1;
    return child < this.count && this.isContainer(node) && this.parent(child) === node ? child : -1;
  }
  /** Start of the member: its key, or the value in an array. */
  memberStart(node: number): number {
    const key = this.keyStart(node);
    return key === -1 ? this.start(node) : key;
  }

  children(node: number): number[] {
    const children: number[] = [];
    for (let child = this.first(node); child !== -1; child = this.next(child)) children.push(child);
    return children;
  }
  /** Decoded key of a member of an object. */
  key(node: number): string {
    return decodeString(this.text, this.keyStart(node), this.keyEnd(node));
  }
  /** Whether a member has this key. */
  hasKey(node: number, key: string): boolean {
    return this.key(node) === key;
  }
  /** The member with a key (the last of duplicates), or the element at an index. */
  child(container: number, name: string): number | undefined {
    const keyed = this.kind(container) === OBJECT;
    let found: number | undefined;
    let index = 0;
    for (let child = this.first(container); child !== -1; child = this.next(child))
      if (keyed ? this.hasKey(child, name) : String(index++) === name) found = child;
    return found;
  }
  /** Decoded text of a string. */
  string(node: number): string {
    return decodeString(this.text, this.start(node), this.end(node));
  }
  raw(node: number): string {
    return this.text.slice(this.start(node), this.end(node));
  }
}

/** The string between two quotes. The scanner has already checked its content. */
function decodeString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inner;
}

/** The deepest file. No locale file is deeper, and keys would grow with the square of the depth. */
const MAX_DEPTH = 1000;

const LITERAL_VALUE = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/**
 * Reads JSON with comments and trailing commas.
 * @throws FormatError
 */
export function scan(text: string, file: string | undefined): Tree {
  const scanner = new Scanner(text, file);
  try {
    const tree = scanner.run();
    // In JSON, only comments can contain unusable characters.
    if (tree.commented) rejectUnusable(text, file);
    return tree;
  } catch (error) {
    rejectUnusable(text, file);
    throw error;
  }
}

class Scanner {
  #at = 0;
  readonly #text: string;
  readonly #file: string | undefined;
  readonly #tree: Tree;
  /** The last child of each open container. */
  readonly #lastChildren: number[] = [];
  /** Range of the most recent key; -1 for an element of an array. */
  #keyStart = -1;
  #keyEnd = -1;

  constructor(text: string, file: string | undefined) {
    this.#text = text;
    this.#file = file;
    this.#tree = new Tree(text);
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
  }

  run(): Tree {
    const text = this.#text;
    const tree = this.#tree;
    this.#skip();
    if (this.#at >= text.length) throw this.#fail('the file is empty; expected "{"');
    const code = text.charCodeAt(this.#at);
    if (code !== 123 && code !== 91) throw this.#fail(`expected "{", found ${this.#found()}`);
    let parent = this.#open(-1);
    while (parent !== -1) {
      this.#skip();
      const next = text.charCodeAt(this.#at);
      if (next === (tree.kind(parent) === OBJECT ? 125 : 93)) parent = this.#close(parent);
      else parent = this.#member(parent);
    }
    this.#skip();
    if (this.#at < text.length)
      throw this.#fail(`expected the end of the file, found ${this.#found()}`);
    return tree;
  }

  /** Reads a member and its separator; returns the container to continue with. */
  #member(parent: number): number {
    if (this.#tree.kind(parent) === OBJECT) this.#key(parent);
    else this.#keyStart = this.#keyEnd = -1;
    const start = this.#at;
    const code = this.#text.charCodeAt(start);
    if (code === 123 || code === 91) return this.#open(parent);
    if (code === 34) this.#string();
    else this.#literal(parent);
    const node = this.#link(code === 34 ? STRING : LITERAL, parent);
    this.#tree.setRange(node, start, this.#at);
    this.#separator(node, parent);
    return parent;
  }

  #key(parent: number): void {
    this.#keyStart = this.#at;
    if (this.#text.charCodeAt(this.#at) !== 34)
      throw this.#fail(`expected a key in double quotes or "}", found ${this.#found(parent)}`);
    const first = this.#text.charCodeAt(this.#at + 1);
    const escaped = this.#string();
    if (escaped || first === 64 || first === 36) this.#tree.plainKeys = false;
    this.#keyEnd = this.#at;
    this.#skip();
    if (this.#text.charCodeAt(this.#at) !== 58)
      throw this.#fail(`expected ":" after the key, found ${this.#found(parent)}`);
    this.#at += 1;
    this.#skip();
  }

  #open(parent: number): number {
    if (this.#lastChildren.length >= MAX_DEPTH)
      throw this.#fail(`more than ${MAX_DEPTH} levels of nesting`, 'too-deep');
    const kind = this.#text.charCodeAt(this.#at) === 123 ? OBJECT : ARRAY;
    if (kind === OBJECT && parent !== -1 && this.#tree.kind(parent) === ARRAY)
      this.#tree.listsObjects = true;
    const node = this.#link(kind, parent);
    this.#tree.setRange(node, this.#at, -1);
    this.#lastChildren.push(-1);
    this.#at += 1;
    return node;
  }

  #close(node: number): number {
    const tree = this.#tree;
    this.#at += 1;
    tree.setRange(node, tree.start(node), this.#at);
    this.#lastChildren.pop();
    const parent = tree.parent(node);
    if (parent !== -1) this.#separator(node, parent);
    return parent;
  }

  #link(kind: number, parent: number): number {
    if (this.#tree.count >= MOST_VALUES) throw this.#fail(TOO_LARGE, 'too-large');
    const node = this.#tree.add(kind, parent);
    this.#tree.setKey(node, this.#keyStart, this.#keyEnd);
    const top = this.#lastChildren.length - 1;
    const previous = this.#lastChildren[top] ?? -1;
    if (previous !== -1) this.#tree.setNext(previous, node);
    if (top >= 0) this.#lastChildren[top] = node;
    return node;
  }

  /** Reads a comma or the end of the container. */
  #separator(node: number, parent: number): void {
    this.#skip();
    const code = this.#text.charCodeAt(this.#at);
    const close = this.#tree.kind(parent) === OBJECT ? 125 : 93;
    if (code === 44) {
      this.#tree.setComma(node, this.#at);
      this.#at += 1;
    } else if (code !== close)
      throw this.#fail(
        `expected "," or "${String.fromCharCode(close)}", found ${this.#found(parent)}`,
      );
  }

  /** Skips white space and comments. */
  #skip(): void {
    const text = this.#text;
    for (;;) {
      const code = text.charCodeAt(this.#at);
      if (code === 32 || code === 10 || code === 13 || code === 9) this.#at += 1;
      else if (code === 47) this.#comment();
      else return;
    }
  }

  #comment(): void {
    const text = this.#text;
    const at = this.#at;
    const code = text.charCodeAt(at + 1);
    this.#tree.commented = true;
    if (code === 47) {
      let end = at + 2;
      while (end < text.length && text.charCodeAt(end) !== 10 && text.charCodeAt(end) !== 13)
        end += 1;
      this.#at = end;
    } else if (code === 42) {
      const end = text.indexOf('*/', at + 2);
      if (end === -1)
        throw this.#fail('the comment that starts here is never closed; expected "*/"');
      this.#at = end + 2;
    } else throw this.#fail('expected a value; a comment starts with "//" or "/*"');
  }

  /** Returns whether the string has escapes. */
  #string(): boolean {
    const text = this.#text;
    let at = plainEnd(text, this.#at + 1);
    let code = text.charCodeAt(at);
    const escaped = code === 92;
    while (code === 92) {
      at = plainEnd(text, this.#escape(at));
      code = text.charCodeAt(at);
    }
    if (code === 34) {
      this.#at = at + 1;
      return escaped;
    }
    if (at < text.length && code !== 10 && code !== 13) {
      this.#at = at;
      throw this.#fail(`control character ${codePoint(code)}; expected an escape sequence`);
    }
    throw this.#fail('the string that starts here is not closed on its line; expected a quote');
  }

  /** Offset after the escape at a backslash. */
  #escape(at: number): number {
    const end = escapeEnd(this.#text, at);
    if (end !== undefined) return end;
    this.#at = at;
    throw this.#fail(
      'not a JSON escape; expected \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u and four hexadecimal digits',
    );
  }

  #literal(parent: number): void {
    const text = this.#text;
    const start = this.#at;
    let end = start;
    while (end < text.length && /[\w.+-]/.test(text.charAt(end))) end += 1;
    if (!LITERAL_VALUE.test(text.slice(start, end)))
      throw this.#fail(`expected a value, found ${this.#found(parent)}`);
    this.#at = end;
  }

  /** What is at the current offset, in words. */
  #found(container = -1): string {
    const text = this.#text;
    const at = this.#at;
    const tree = this.#tree;
    if (at >= text.length) {
      if (container === -1) return 'the end of the file';
      const { line } = positions(text)(tree.start(container));
      const bracket = text.charAt(tree.start(container));
      return `the end of the file: the "${bracket}" on line ${line} is never closed`;
    }
    const code = text.codePointAt(at) ?? 0;
    if (code === 39) return 'a single quote (JSON uses double quotes)';
    if (code === 34) return 'a string';
    if (code === 35) return '"#" (comments start with "//")';
    const word = /^[\w.+-]{1,20}/.exec(text.slice(at, at + 20));
    if (word) return `"${word[0]}"`;
    return code > 32 && code < 127 ? `"${String.fromCodePoint(code)}"` : codePoint(code);
  }

  #fail(message: string, code: FormatErrorCode = 'syntax'): FormatError {
    const text = this.#text;
    const at = this.#at;
    const file = this.#file;
    return formatError(code, `${message}.`, { text, offset: Math.min(at, text.length), file });
  }
}

function codePoint(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Unescaped content of a string, matched in one go, which is fast from the first file on. */
const PLAIN = /[^"\\\0-\x1f]*/y;

/**
 * The first quote, backslash or control character from `at` on; the end of the text if there is
 * none.
 */
function plainEnd(text: string, at: number): number {
  PLAIN.lastIndex = at;
  PLAIN.test(text);
  return PLAIN.lastIndex;
}

/**
 * Offset after the escape that starts with the backslash at `at`; undefined for an invalid escape.
 */
function escapeEnd(text: string, at: number): number | undefined {
  const code = text.charCodeAt(at + 1);
  if (code === 117) return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? at + 6 : undefined;
  return '"\\/bfnrt'.includes(text.charAt(at + 1) || '?') ? at + 2 : undefined;
}
