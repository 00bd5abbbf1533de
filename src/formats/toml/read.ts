import { formatKey } from '../../model/index.js';
import type { Key, ParseOptions } from '../../model/index.js';
import { blankLinesAbove, blockOf, type ItemBlock } from '../kit/item-block.js';
import { detectNewline, hasBom } from '../kit/layout.js';
import type { Growing, TreeFile } from '../kit/tree.js';
import { Definitions } from './definitions.js';
import { noteOf } from '../kit/notes.js';
import { OUT, withoutId, withoutMetadata } from './messages.js';
import { Scanner } from './scanner.js';
import type { TomlNode } from './node.js';
import { Values } from './values.js';

export interface TomlFile extends TreeFile<TomlNode> {
  readonly definitions: Definitions;
  readonly newline: string;
  /** Index of the last pair before all tables. */
  readonly lastPair: number;
  /** The file uses dotted keys instead of tables. */
  readonly isFlat: boolean;
  /** Tables are separated by blank lines, or there are too few to tell. */
  readonly hasGaps: boolean;
}

/**
 * Tables of a TOML file, in file order.
 * @throws FormatError `syntax` for invalid TOML 1.1, including duplicate keys
 */
export function read(text: string, { file }: ParseOptions = {}): TomlFile {
  return new Reader(text, file).read();
}

/** A table whose pairs are being read. */
interface OpenTable {
  readonly path: Key;
  readonly kind: 'table' | 'element';
  readonly name: string;
  readonly named?: TomlNode['named'];
  readonly block: ItemBlock;
  readonly pairs: TomlNode[];
}

class Reader {
  readonly #scanner: Scanner;
  readonly #definitions = new Definitions();
  readonly #values: Values;
  readonly #pairs: TomlNode[] = [];
  readonly #tables: TomlNode[] = [];
  #table: OpenTable | undefined;
  /** End of what precedes the current line. */
  #from = 0;

  constructor(text: string, file: string | undefined) {
    this.#scanner = new Scanner(text, file, hasBom(text) ? 1 : 0);
    this.#values = new Values(this.#scanner, this.#definitions);
  }

  read(): TomlFile {
    const scanner = this.#scanner;
    scanner.skip();
    while (!scanner.isOver) {
      if (scanner.is('[')) this.#header();
      else this.#pair();
    }
    this.#closeTable();
    const { text } = scanner;
    const root: TomlNode = {
      ...{ key: [], block: { start: 0, end: text.length }, kind: 'table', name: '', equals: '' },
      ...{ indent: undefined, isSpaced: false, children: [...this.#pairs, ...this.#tables] },
    };
    const pairs = this.#pairs;
    const rest = this.#tables.slice(1);
    return {
      hasGaps: rest.length === 0 || rest.some((table) => table.isSpaced),
      ...{ text, root, definitions: this.#definitions, newline: detectNewline(text) },
      lastPair: pairs.length - 1,
      isFlat: this.#tables.length === 0 && pairs.some(({ key }) => key.length > 1),
    };
  }

  #pair(): void {
    const scanner = this.#scanner;
    const { comments: above, text } = scanner;
    const names = scanner.key();
    const key = this.#values.define(this.#table?.path ?? [], names);
    scanner.expect('=');
    scanner.blanks();
    const value = this.#values.read(key);
    const line = this.#endLine({ start: names.start, end: value.end }, above);
    const pair: Growing<TomlNode> = {
      key,
      kind: 'pair',
      block: { start: line.start, end: line.end },
      indent: line.indent,
      isSpaced: line.isSpaced,
      name: text.slice(names.start, names.end),
      equals: text.slice(names.end, value.start),
    };
    if (names.names.length === 1) pair.named = { start: names.start, end: names.end };
    this.#values.fill(pair, value, noteOf(text, line.comments, OUT));
    (this.#table?.pairs ?? this.#pairs).push(pair);
  }

  #header(): void {
    const scanner = this.#scanner;
    const { comments: above } = scanner;
    this.#closeTable();
    const start = scanner.at;
    const isElement = scanner.is('[[');
    scanner.at += isElement ? 2 : 1;
    scanner.blanks();
    const range = scanner.key();
    const { names } = range;
    scanner.expect(isElement ? ']]' : ']');
    const path = isElement ? this.#definitions.element(names) : this.#definitions.table(names);
    if (path === undefined) {
      const message = `"${formatKey(names)}" is already defined; expected another table.`;
      throw scanner.failAt(message, range.start);
    }
    const from = this.#from;
    const block = this.#endLine({ start, end: scanner.at }, above);
    // A table includes the blank lines above it.
    const top =
      from === 0 || block.isSpaced ? block.start : blankLinesAbove(scanner.text, block.start, from);
    this.#table = {
      path,
      kind: isElement ? 'element' : 'table',
      pairs: [],
      ...(names.length === 1 && !isElement && { named: { start: range.start, end: range.end } }),
      name: scanner.text.slice(range.start, range.end),
      block: { ...block, start: top, isSpaced: block.isSpaced || top < block.start },
    };
  }

  #endLine(item: { start: number; end: number }, above: ItemBlock['comments']): ItemBlock {
    const scanner = this.#scanner;
    const from = this.#from;
    scanner.endLine();
    const behind = scanner.comments;
    scanner.skip();
    this.#from = item.end;
    return blockOf(scanner.text, { item, from, next: scanner.at, above, behind }, OUT);
  }

  #closeTable(): void {
    if (this.#table === undefined) return;
    const { path, kind, name, named, block, pairs } = this.#table;
    const { indent, isSpaced, comments, start, end: inside } = block;
    const { text } = this.#scanner;
    const isElement = kind === 'element';
    const { children } = isElement
      ? { children: withoutId(pairs, text) }
      : withoutMetadata(pairs, noteOf(text, comments, OUT));
    const end = Math.max(inside, pairs.at(-1)?.block.end ?? 0);
    const table: Growing<TomlNode> = {
      key: path,
      kind,
      name,
      equals: '',
      indent,
      isSpaced,
      children,
      inside,
      block: { start, end },
    };
    if (named !== undefined) table.named = named;
    this.#tables.push(table);
    this.#table = undefined;
  }
}
