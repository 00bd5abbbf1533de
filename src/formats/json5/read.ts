import type { Key, ParseOptions, Range, Unit } from '../../model/index.js';
import { blockOf } from '../kit/item-block.js';
import { noteOf } from '../kit/notes.js';
import { plainUnit } from '../kit/tree-codec.js';
import { habitsOf } from './habits.js';
import type { Habits } from './habits.js';
import type { Json5File } from './file.js';
import type { Json5Node } from './node.js';
import { rootIn } from './root.js';
import { unescape } from './strings.js';
import { formatError } from '../kit/unusable.js';

interface Container {
  readonly children: readonly Json5Node[];
  readonly inside: number;
  readonly close: number;
}

interface Value extends Range {
  readonly container?: Container;
}

const SPACE = /[\t\v\f\n\r\u2028\u2029\ufeff\p{Zs}]+/uy;
const LINE_COMMENT = /\/\/[^\n\r\u2028\u2029]*/y;
const NAME =
  /(?:[$_\p{L}\p{Nl}]|\\u[\da-fA-F]{4})(?:[$_\u200c\u200d\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]|\\u[\da-fA-F]{4})*/uy;
const NUMBER =
  /[+-]?(?:Infinity|NaN|0[xX][\da-fA-F]+|(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/y;
const WORD = /(?:true|false|null)(?![\w$])/y;
const PLAIN = { '"': /[^"\\\n\r]*/y, "'": /[^'\\\n\r]*/y };
const ESCAPE = /\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|0(?!\d)|\r\n|[^xu\d])/y;

/** A scanner for a JSON5 file from an offset on. Collects the comments that it skips. */
class Scanner {
  readonly text: string;
  /** Start of the current token. */
  at = 0;
  /** End of the previous token. */
  done = 0;
  /** Comments between the two. */
  comments: readonly Range[] = NONE;
  readonly #file: string | undefined;

  constructor(text: string, file: string | undefined) {
    this.text = text;
    this.#file = file;
    this.#skip();
  }

  get character(): string {
    return this.text.charAt(this.at);
  }

  fail(expected: string, offset = this.at): Error {
    const { text } = this;
    const code = expected.startsWith('more than') ? 'too-deep' : 'syntax';
    const lead = offset >= text.length && code === 'syntax' ? 'the file ends here; ' : '';
    return formatError(code, `${lead}${expected}.`, { text, offset, file: this.#file });
  }

  /** Skips a token that ends at `end`. */
  pass(end: number): void {
    this.at = end;
    this.done = end;
    this.#skip();
  }

  /** End of the number or word at this offset; undefined if there is none. */
  endOfLiteral(): number | undefined {
    const end = this.#match(WORD) ?? this.#match(NUMBER);
    NAME.lastIndex = end ?? 0;
    return end !== undefined && NAME.test(this.text) ? undefined : end;
  }

  endOfName(): number | undefined {
    return this.#match(NAME);
  }

  /** @throws FormatError for an unterminated string or an invalid escape */
  endOfString(): number {
    const { text, character } = this;
    const plain = PLAIN[character === '"' ? '"' : "'"];
    let at = this.at + 1;
    for (;;) {
      plain.lastIndex = at;
      plain.test(text);
      at = plain.lastIndex;
      if (text.charAt(at) === character) return at + 1;
      ESCAPE.lastIndex = at;
      if (text.charAt(at) !== '\\')
        throw this.fail(`expected ${character} at the end of this text`, at);
      if (!ESCAPE.test(text))
        throw this.fail('unknown escape; expected one such as \\n, \\x41 or \\u0041', at);
      at = ESCAPE.lastIndex;
    }
  }

  #match(pattern: RegExp): number | undefined {
    pattern.lastIndex = this.at;
    return pattern.test(this.text) ? pattern.lastIndex : undefined;
  }

  #skip(): void {
    const comments: Range[] = [];
    for (;;) {
      this.at = this.#match(SPACE) ?? this.at;
      if (this.character !== '/') break;
      const end = this.#endOfComment();
      comments.push({ start: this.at, end });
      this.at = end;
    }
    this.comments = comments.length === 0 ? NONE : comments;
  }

  #endOfComment(): number {
    const line = this.#match(LINE_COMMENT);
    if (line !== undefined) return line;
    if (this.text.charAt(this.at + 1) !== '*') throw this.fail('expected a comment');
    const end = this.text.indexOf('*/', this.at + 2);
    if (end === -1) throw this.fail('expected */ at the end of this comment');
    return end + 2;
  }
}

const NONE: readonly Range[] = [];

const MOST_DEPTH = 1000;
/** How a commented-out member starts. */
const OUT = /^(?:'[^'\n]*'|"[^"\n]*"|[\w$]+)\s*:\s*(?:['"[{\d]|true|false|null)/;

/**
 * Members of a JSON5 file. A file of only comments has none.
 * @throws FormatError `syntax`, `too-deep`, `root-key`
 */
export function read(text: string, options: ParseOptions = {}): Json5File {
  const scanner = new Scanner(text, options.file);
  const top = rootOf(text, new Reader(scanner).top());
  let habits: Habits | undefined;
  return {
    ...{ text, ...rootIn(text, top, options) },
    get habits() {
      return (habits ??= habitsOf(text, top));
    },
  };
}

function rootOf(text: string, container: Container | undefined): Json5Node {
  return {
    ...{ key: [], block: { start: 0, end: text.length }, indent: '', isSpaced: false },
    ...{ name: '', colon: '', children: [], inside: text.length },
    ...container,
  };
}

class Reader {
  readonly #scanner: Scanner;

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  top(): Container | undefined {
    const scanner = this.#scanner;
    if (scanner.at >= scanner.text.length) return undefined;
    if (!'{['.includes(scanner.character)) throw scanner.fail('expected "{" or "["');
    const { container } = this.#value([]);
    if (scanner.at < scanner.text.length) throw scanner.fail('expected the end of the file');
    return container;
  }

  #value(key: Key): Value {
    const scanner = this.#scanner;
    const { at: start, character } = scanner;
    if (character === '{' || character === '[') return this.#container(key);
    const isQuote = character === '"' || character === "'";
    const end = isQuote ? scanner.endOfString() : scanner.endOfLiteral();
    if (end === undefined) throw scanner.fail('expected a value');
    scanner.pass(end);
    return { start, end };
  }

  #container(key: Key): Value {
    const scanner = this.#scanner;
    const { at: start, character } = scanner;
    if (key.length >= MOST_DEPTH) throw scanner.fail('more than 1,000 levels of nesting');
    const end = character === '{' ? '}' : ']';
    scanner.pass(start + 1);
    const children: Json5Node[] = [];
    while (scanner.character !== end) {
      children.push(end === '}' ? this.#member(key, end) : this.#element(key, children.length));
    }
    const close = scanner.at;
    scanner.pass(close + 1);
    return { start, end: close + 1, container: { children, inside: start + 1, close } };
  }

  #member(parent: Key, end: string): Json5Node {
    const scanner = this.#scanner;
    const { at: start, done: from, comments: above, character, text } = scanner;
    const isQuote = character === '"' || character === "'";
    const nameEnd = isQuote ? scanner.endOfString() : scanner.endOfName();
    if (nameEnd === undefined) throw scanner.fail(`expected a key or "${end}"`);
    const name = text.slice(start, nameEnd);
    scanner.pass(nameEnd);
    if (scanner.character !== ':') throw scanner.fail('expected ":"');
    scanner.pass(scanner.at + 1);
    const key = [...parent, unescape(isQuote ? name.slice(1, -1) : name)];
    return this.#item({ key, start, from, above, name, end }, this.#value(key));
  }

  #element(parent: Key, index: number): Json5Node {
    const { at: start, done: from, comments: above } = this.#scanner;
    const key = [...parent, String(index)];
    return this.#item({ key, start, from, above, name: '', end: ']' }, this.#value(key));
  }

  #item({ key, start, from, above, name, end }: Item, value: Value): Json5Node {
    const scanner = this.#scanner;
    const { text } = scanner;
    let comma: Range = { start: value.end, end: value.end };
    if (scanner.character === ',') {
      comma = { start: scanner.at, end: scanner.at + 1 };
      scanner.pass(comma.end);
    } else if (scanner.character !== end) throw scanner.fail(`expected "," or "${end}"`);
    const behind = scanner.comments;
    const item = { start, end: comma.end };
    const block = blockOf(text, { item, from, next: scanner.at, above, behind }, OUT);
    const { container } = value;
    const unit = unitOf(text, { key, value, note: noteOf(text, block.comments, OUT) });
    return {
      ...{ key, comma, name, indent: block.indent, isSpaced: block.isSpaced },
      block: { start: block.start, end: block.end },
      ...(name !== '' && { named: { start, end: start + name.length } }),
      colon: name === '' ? '' : text.slice(start + name.length, value.start),
      ...(unit && { unit }),
      ...container,
    };
  }
}

interface Item {
  readonly key: Key;
  readonly start: number;
  /** End of the token before it. */
  readonly from: number;
  readonly above: readonly Range[];
  readonly name: string;
  /** The bracket that may follow it. */
  readonly end: string;
}

interface Found {
  readonly key: Key;
  readonly value: Value;
  readonly note: string;
}

function unitOf(text: string, { key, value, note }: Found): Unit | undefined {
  const { start, end, container } = value;
  const range = { start, end };
  const raw = text.slice(start, end);
  if (/^['"]/.test(raw)) return plainUnit({ key, text: unescape(raw.slice(1, -1)), range, note });
  if (container === undefined) return { key, kind: 'raw', text: raw, range };
  if (container.children.length > 0) return undefined;
  return { key, kind: 'raw', text: raw.startsWith('{') ? '{}' : '[]', range };
}
