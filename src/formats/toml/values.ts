import { formatKey } from '../../model/index.js';
import type { Key, Range, Unit } from '../../model/index.js';
import { blockOf } from '../kit/item-block.js';
import type { Growing } from '../kit/tree.js';
import { plainUnit } from '../kit/tree-codec.js';
import type { Definitions } from './definitions.js';
import { noteOf } from '../kit/notes.js';
import { OUT, withoutMetadata } from './messages.js';
import { isScalar } from './scalars.js';
import { MAX_DEPTH, type Scanner } from './scanner.js';
import type { TomlNode } from './node.js';

/** A value and its content. */
export interface Value extends Range {
  /** Undefined if it is not a text. */
  readonly text: string | undefined;
  /** Of an array or inline table. */
  readonly body?: Body;
}

interface Body {
  readonly children: readonly TomlNode[];
  readonly inside: number;
  readonly close: number;
}

/** Reads values, with the items of arrays and inline tables as nodes. */
export class Values {
  readonly #scanner: Scanner;
  readonly #definitions: Definitions;
  #depth = 0;

  constructor(scanner: Scanner, definitions: Definitions) {
    this.#scanner = scanner;
    this.#definitions = definitions;
  }

  /** @throws FormatError `syntax`, `too-deep` */
  read(key: Key): Value {
    const scanner = this.#scanner;
    const start = scanner.at;
    if (scanner.is('"') || scanner.is("'")) {
      const text = scanner.string();
      return { start, end: scanner.at, text };
    }
    if (scanner.is('[') || scanner.is('{')) {
      const body = this.#items(key, scanner.is('{') ? '}' : ']');
      return { start, end: scanner.at, text: undefined, body };
    }
    if (!isScalar(scanner.word()))
      throw scanner.fail(
        'expected a quoted string, a number, a boolean, a date, an array or a table',
        start,
      );
    return { start, end: scanner.at, text: undefined };
  }

  /** The path of a value in a table. @throws FormatError `syntax` if it is already defined */
  define(table: Key, { names, start }: { readonly names: Key; readonly start: number }): Key {
    const path = this.#definitions.value(table, names);
    if (path !== undefined) return path;
    const name = formatKey([...table, ...names]);
    throw this.#scanner.failAt(`"${name}" is already defined; expected another key.`, start);
  }

  /** Sets a node's text, or the children of its array or inline table. */
  fill(node: Growing<TomlNode>, { start, end, text, body }: Value, note: string): void {
    const { key } = node;
    const range = { start, end };
    const raw = (slice: string): Unit => ({ key, kind: 'raw', text: slice, range });
    if (text !== undefined) node.unit = plainUnit({ key, text, range, note });
    else if (body === undefined) node.unit = raw(this.#scanner.text.slice(start, end));
    else {
      node.children = body.children;
      node.inside = body.inside;
      node.close = body.close;
      if (body.children.length === 0)
        node.unit = raw(this.#scanner.text.charAt(start) === '[' ? '[]' : '{}');
    }
  }

  #items(key: Key, end: string): Body {
    const scanner = this.#scanner;
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) {
      throw scanner.tooDeep(scanner.at);
    }
    scanner.at += 1;
    const inside = scanner.at;
    const children: TomlNode[] = [];
    let from = inside;
    scanner.skip();
    while (!scanner.is(end)) {
      const child = this.#item([...key, String(children.length)], { parent: key, from, end });
      children.push(child);
      from = child.comma?.end ?? from;
    }
    const close = scanner.at;
    scanner.at += 1;
    this.#depth -= 1;
    return {
      children: end === '}' ? withoutMetadata(children, '').children : children,
      inside,
      close,
    };
  }

  #item(
    element: Key,
    { parent, from, end }: { readonly parent: Key; readonly from: number; readonly end: string },
  ): TomlNode {
    const scanner = this.#scanner;
    const { comments: above, text } = scanner;
    const start = scanner.at;
    let key = element;
    let nameEnd = start;
    if (end === '}') {
      const names = scanner.key();
      key = this.define(parent, names);
      nameEnd = names.end;
      scanner.expect('=');
      scanner.blanks();
    }
    const value = this.read(key);
    scanner.skip();
    let comma: Range = { start: value.end, end: value.end };
    let behind = scanner.comments;
    if (scanner.is(',')) {
      comma = { start: scanner.at, end: scanner.at + 1 };
      scanner.at += 1;
      scanner.skip();
      behind = scanner.comments;
    } else if (!scanner.is(end)) throw scanner.fail(`expected "," or "${end}"`);
    const item = { start, end: comma.end };
    const block = blockOf(text, { item, from, next: scanner.at, above, behind }, OUT);
    const node: Growing<TomlNode> = {
      key,
      kind: 'item',
      comma,
      block: { start: block.start, end: block.end },
      indent: block.indent,
      isSpaced: block.isSpaced,
      name: text.slice(start, nameEnd),
      equals: text.slice(nameEnd, value.start),
    };
    this.fill(node, value, noteOf(text, block.comments, OUT));
    return node;
  }
}
