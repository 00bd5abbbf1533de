import { formatKey, keyId } from '../../model/index.js';
import type { Key, ParseOptions, Range, Unit } from '../../model/index.js';
import { blankLinesAbove, blockOf, type Item, type ItemBlock, noteOf } from '../kit/items.js';
import { detectNewline, hasBom, isLineEnd, lineEnd, skipLineEnd } from '../kit/layout.js';
import { plainUnit } from '../kit/tree-codec.js';
import type { Growing, TreeFile } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';

/** A pair, a table or an element of an array. */
export interface TomlNode extends Item {
  /** `element`: one table of an array of tables. `item`: part of an inline table or array. */
  readonly kind: 'pair' | 'table' | 'element' | 'item';
  /** Its key as written; '' for an element of an array. */
  readonly name: string;
  /** Text between key and value: ` = `. */
  readonly equals: string;
  readonly children?: readonly TomlNode[];
}

/** How all keys of a file so far were defined: TOML allows no second definition. */
class Definitions {
  readonly #kinds = new Map<string, 'table' | 'implied' | 'dotted' | 'list' | 'value'>();
  readonly #lengths = new Map<string, number>();

  /** The path of a table by its header; undefined if its key is taken. */
  table(names: Key): Key | undefined {
    const path = this.#parents(names);
    if (path === undefined) return undefined;
    const id = keyId(path);
    const kind = this.#kinds.get(id);
    if (kind !== undefined && kind !== 'implied') return undefined;
    this.#kinds.set(id, 'table');
    return path;
  }

  /** The path of a new element of an array of tables; undefined if its key is taken. */
  element(names: Key): Key | undefined {
    const list = this.#parents(names);
    if (list === undefined) return undefined;
    const id = keyId(list);
    const kind = this.#kinds.get(id);
    if (kind !== undefined && kind !== 'list') return undefined;
    this.#kinds.set(id, 'list');
    const index = this.#lengths.get(id) ?? 0;
    this.#lengths.set(id, index + 1);
    return [...list, String(index)];
  }

  /** The path of a value in a table; undefined if its key is taken. */
  value(table: Key, names: Key): Key | undefined {
    for (let length = 1; length < names.length; length += 1) {
      const id = keyId([...table, ...names.slice(0, length)]);
      const kind = this.#kinds.get(id);
      if (kind !== undefined && kind !== 'dotted') return undefined;
      this.#kinds.set(id, 'dotted');
    }
    const path = [...table, ...names];
    const id = keyId(path);
    if (this.#kinds.has(id)) return undefined;
    this.#kinds.set(id, 'value');
    return path;
  }

  /** Number of elements in an array of tables; undefined for anything else. */
  lengthOf(key: Key): number | undefined {
    return this.#lengths.get(keyId(key));
  }

  isDotted(key: Key): boolean {
    return this.#kinds.get(keyId(key)) === 'dotted';
  }

  /** The path of a header, through the last elements of arrays of tables. */
  #parents(names: Key): Key | undefined {
    const path: string[] = [];
    for (const [i, name] of names.entries()) {
      path.push(name);
      if (i === names.length - 1) break;
      const id = keyId(path);
      const kind = this.#kinds.get(id);
      if (kind === 'value') return undefined;
      if (kind === undefined) this.#kinds.set(id, 'implied');
      if (kind === 'list') path.push(String((this.#lengths.get(id) ?? 1) - 1));
    }
    return path;
  }
}

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

/** A value and its content. */
interface Value extends Range {
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

const FORMS: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);
const METADATA: ReadonlySet<string> = new Set([
  ...['id', 'hash', 'description', 'leftdelim', 'rightdelim'],
]);

/**
 * A table without the `hash` and `description` of a go-i18n message. The description, or else the
 * table's note, becomes the note of its texts.
 */
function withoutMetadata(children: readonly TomlNode[], note: string): readonly TomlNode[] {
  const isForm = ({ key }: TomlNode): boolean => FORMS.has(key.at(-1) ?? '');
  const isMetadata = ({ key }: TomlNode): boolean => METADATA.has(key.at(-1)?.toLowerCase() ?? '');
  const forms = children.filter(isForm);
  if (forms.length === 0 || !children.every((one) => isForm(one) || isMetadata(one)))
    return children;
  const description = children.find(({ key }) => key.at(-1) === 'description')?.unit;
  const own = description?.kind === 'text' ? description.text : note;
  return forms.map((form) => {
    const { unit } = form;
    const isOpen = own !== '' && unit?.kind === 'text' && unit.note === undefined;
    return isOpen ? { ...form, unit: { ...unit, note: own } } : form;
  });
}

/** The children without an array element's `id`, which is code and not a text. */
function withoutId(children: readonly TomlNode[], text: string): readonly TomlNode[] {
  return children.map((child): TomlNode => {
    const { key, unit } = child;
    if (key.at(-1) !== 'id' || unit === undefined) return child;
    const { range } = unit;
    return {
      ...child,
      unit: { key, kind: 'raw', text: text.slice(range.start, range.end), range },
    };
  });
}

/** How a commented-out pair or table starts. */
const OUT = /^(?:"[^"]*"|'[^']*'|[\w.-]+)\s*=|^\[.*\]$/;

const INTEGER =
  /^(?:[+-]?(?:0|[1-9](?:_?\d)*)|0x[\da-fA-F](?:_?[\da-fA-F])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*)$/;
const FLOAT = /^[+-]?(?:(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?|inf|nan)$/;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?`;
const DATE = String.raw`(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const OFFSET = String.raw`(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;
const MOMENT = new RegExp(`^(?:${DATE}(?:[Tt ]${TIME}${OFFSET}?)?|${TIME})$`);

/** Whether a word is a number, a boolean or a date. */
function isScalar(word: string): boolean {
  if (word === 'true' || word === 'false') return true;
  if (INTEGER.test(word) || FLOAT.test(word)) return true;
  const match = MOMENT.exec(word);
  if (match === null) return false;
  if (match[1] === undefined) return true;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  if (month !== 2) return day <= ([4, 6, 9, 11].includes(month) ? 30 : 31);
  return day <= (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28);
}

/** Reads values, with the items of arrays and inline tables as nodes. */
class Values {
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
      children: end === '}' ? withoutMetadata(children, '') : children,
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
    const children = isElement
      ? withoutId(pairs, text)
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

/** A dotted key. */
interface Names extends Range {
  readonly names: readonly string[];
}

const MAX_DEPTH = 200;

const BARE = /[A-Za-z0-9_-]+/y;
const WORD = /[^\s,#[\]{}="']+(?: \d\d:[^\s,#[\]{}="']+)?/y;
const NONE: readonly Range[] = [];
const CONTROL = /[\0-\x08\v-\x1f\x7f]/;

/** Words, texts and comments of a TOML file. */
class Scanner {
  readonly text: string;
  readonly file: string | undefined;
  at: number;
  /** Comments that the last `skip` or `endLine` passed. */
  comments: readonly Range[] = [];

  constructor(text: string, file: string | undefined, at: number) {
    this.text = text;
    this.file = file;
    this.at = at;
  }

  get isOver(): boolean {
    return this.at >= this.text.length;
  }

  is(sign: string): boolean {
    return this.text.startsWith(sign, this.at);
  }

  /** @throws FormatError `syntax` if something else follows */
  expect(sign: string): void {
    if (!this.is(sign)) throw this.fail(`expected "${sign}"`);
    this.at += sign.length;
  }

  /** The error with `expected` and what is there instead. */
  fail(expected: string, offset = this.at): Error {
    return this.failAt(`${expected}, found ${this.#shown(offset)}.`, offset);
  }

  failAt(message: string, offset: number): Error {
    return formatError('syntax', message, { text: this.text, offset, file: this.file });
  }

  blanks(): void {
    this.at = skipBlanks(this.text, this.at);
  }

  tooDeep(offset: number): Error {
    const message = `more than ${MAX_DEPTH} levels of nesting.`;
    return formatError('too-deep', message, { text: this.text, offset, file: this.file });
  }

  /** Skips white space, line ends and comments. */
  skip(): void {
    let comments: Range[] | undefined;
    for (;;) {
      this.blanks();
      if (this.is('#')) (comments ??= []).push(this.#comment());
      else if (!this.#lineEnd()) break;
    }
    this.comments = comments ?? NONE;
  }

  /** Skips the rest of a line, which may only be a comment. */
  endLine(): void {
    this.blanks();
    this.comments = this.is('#') ? [this.#comment()] : NONE;
    if (!this.isOver && !this.#lineEnd()) throw this.fail('expected the end of the line');
  }

  key(): Names {
    const start = this.at;
    const names = [this.#name()];
    let end = this.at;
    this.blanks();
    while (this.is('.')) {
      this.at += 1;
      this.blanks();
      names.push(this.#name());
      if (names.length > MAX_DEPTH) throw this.tooDeep(start);
      end = this.at;
      this.blanks();
    }
    return { start, end, names };
  }

  /** Reads a quoted text. */
  string(): string {
    const found = scanText(this.text, this.at);
    if ('wrong' in found) throw this.fail(found.wrong, found.at);
    this.at = found.end;
    return found.text;
  }

  /** Reads a number, a boolean or a date; '' if there is none. */
  word(): string {
    WORD.lastIndex = this.at;
    const word = WORD.exec(this.text)?.[0] ?? '';
    this.at += word.length;
    return word;
  }

  #name(): string {
    if (this.is('"""') || this.is("'''")) throw this.fail('expected a key on a single line');
    if (this.is('"') || this.is("'")) return this.string();
    BARE.lastIndex = this.at;
    const name = BARE.exec(this.text)?.[0];
    if (name === undefined) throw this.fail('expected a key');
    this.at += name.length;
    return name;
  }

  #lineEnd(): boolean {
    const end = skipLineEnd(this.text, this.at);
    if (end === this.at) return false;
    if (this.text.charCodeAt(end - 1) === 13)
      throw this.failAt('expected a line feed after this carriage return.', this.at);
    this.at = end;
    return true;
  }

  #comment(): Range {
    const start = this.at;
    this.at = lineEnd(this.text, start);
    const control = CONTROL.exec(this.text.slice(start, this.at));
    if (control !== null)
      throw this.fail('a comment cannot contain control characters', start + control.index);
    return { start, end: this.at };
  }

  #shown(offset: number): string {
    const code = this.text.codePointAt(offset);
    if (code === undefined) return 'the end of the file';
    if (isLineEnd(code)) return 'the end of the line';
    if (code < 32 || code === 127) return `U+${code.toString(16).padStart(4, '0')}`;
    const word = /^[\w.+:-]{1,40}/.exec(this.text.slice(offset, offset + 40))?.[0];
    return `"${word ?? String.fromCodePoint(code)}"`;
  }
}

/** How a text is written. */
type Style = 'basic' | 'literal' | 'lines' | 'literal-lines';

function styleOf(raw: string): Style {
  if (raw.startsWith('"""')) return 'lines';
  if (raw.startsWith("'''")) return 'literal-lines';
  return raw.startsWith("'") ? 'literal' : 'basic';
}

/** A complete text, or the problem and its position. */
type Scanned =
  { readonly end: number; readonly text: string } | { readonly wrong: string; readonly at: number };

const NAMED: Readonly<Record<string, string>> = {
  ...{ b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\x1b', '"': '"', '\\': '\\' },
};
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Characters without a special meaning in any kind of text. */
const PLAIN = /[^"'\\\0-\x08\n-\x1f\x7f]+/y;

/** The text whose first quote is at an offset. Its line ends become `\n`. */
function scanText(source: string, start: number): Scanned {
  const quote = source.charAt(start);
  const isLong = source.startsWith(quote.repeat(3), start);
  const close = isLong ? quote.repeat(3) : quote;
  let at = start + close.length;
  if (isLong) at = skipNewline(source, at);
  let text = '';
  let from = at;
  for (;;) {
    PLAIN.lastIndex = at;
    if (PLAIN.test(source)) at = PLAIN.lastIndex;
    const code = source.charCodeAt(at);
    if (at >= source.length)
      return { wrong: `expected ${close} at the end of this string`, at: start };
    if (source.startsWith(close, at)) break;
    const newline = skipNewline(source, at);
    if (newline > at) {
      if (!isLong) return { wrong: `expected ${close} before the end of the line`, at };
      text += `${source.slice(from, at)}\n`;
      at = from = newline;
    } else if (code === 92 && quote === '"') {
      const escape = scanEscape(source, at, isLong);
      if (escape === undefined) return { wrong: 'expected an escape such as \\n or \\u0041', at };
      text += source.slice(from, at) + escape.text;
      at = from = escape.end;
    } else if ((code < 32 && code !== 9) || code === 127)
      return { wrong: 'a control character must be escaped', at };
    else at += 1;
  }
  // Up to two quotes may precede the closing ones.
  if (isLong) for (let more = 0; more < 2 && source.startsWith(close, at + 1); more += 1) at += 1;
  return { end: at + close.length, text: text + source.slice(from, at) };
}

function skipNewline(source: string, at: number): number {
  if (source.charCodeAt(at) === 10) return at + 1;
  return source.startsWith('\r\n', at) ? at + 2 : at;
}

function scanEscape(
  source: string,
  at: number,
  isLong: boolean,
): { readonly end: number; readonly text: string } | undefined {
  const letter = source.charAt(at + 1);
  const named = NAMED[letter];
  if (named !== undefined) return { end: at + 2, text: named };
  const digits = DIGITS[letter];
  if (digits === undefined) return isLong ? scanFold(source, at + 1) : undefined;
  const hex = source.slice(at + 2, at + 2 + digits);
  const code = /^[\da-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : -1;
  if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
  return { end: at + 2 + digits, text: String.fromCodePoint(code) };
}

/** A backslash at the end of a line removes all white space after it. */
function scanFold(source: string, start: number): { end: number; text: string } | undefined {
  let at = skipBlanks(source, start);
  if (skipNewline(source, at) === at) return undefined;
  for (;;) {
    const next = skipNewline(source, skipBlanks(source, at));
    if (next === at) return { end: at, text: '' };
    at = next;
  }
}

function skipBlanks(source: string, from: number): number {
  let at = from;
  while (source.charCodeAt(at) === 32 || source.charCodeAt(at) === 9) at += 1;
  return at;
}

/**
 * A text in the style of the one that it replaces, or in double quotes if that style cannot
 * represent it.
 */
export function rewrite(text: string, raw: string, newline: string): string {
  const style = styleOf(raw);
  if (style === 'basic') return basic(text);
  if (style === 'literal')
    return /['\n]/.test(text) || hasControls(text) ? basic(text) : `'${text}'`;
  const [lead = ''] = /^(?:\r\n|\n)/.exec(raw.slice(3)) ?? [];
  const open = lead === '' && text.startsWith('\n') ? newline : lead;
  const isPlain = !text.includes("'''") && !text.endsWith("'") && !hasControls(text);
  if (style === 'literal-lines' && isPlain) return `'''${open}${text.replaceAll('\n', newline)}'''`;
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replace(/"(?="")|"$/g, '\\"')
    .replace(CONTROLS, escapeOne)
    .replaceAll('\n', newline);
  return `"""${open}${escaped}"""`;
}

/** A text in double quotes. */
export function basic(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replace(CONTROLS, escapeOne)}"`;
}

/** All control characters except tabs and line feeds. */
const CONTROLS = /[\0-\x08\v-\x1f\x7f]/g;

function hasControls(text: string): boolean {
  return text.search(CONTROLS) !== -1;
}

const LETTERS: Readonly<Record<string, string>> = { '\b': '\\b', '\f': '\\f', '\r': '\\r' };

function escapeOne(one: string): string {
  return LETTERS[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export function isBare(name: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(name);
}
