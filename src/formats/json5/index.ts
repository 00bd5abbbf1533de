import type { Key, ParseOptions, Range, Unit } from '../../model/index.js';
import {
  emptyUnit,
  habitsOf,
  literalNode,
  literals,
  renamedRoot,
  rootIn,
} from '../kit/object-literals.js';
import type { Container, LiteralFile, LiteralNode } from '../kit/object-literals.js';
import { plainUnit, treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { about } from './about.js';

interface Value extends Range {
  readonly container?: Container;
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0' },
};

const LINE_END = /^[\n\r\u2028\u2029]/;

/** The text of a quoted string or a bare key. */
function unescape(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|\r\n|[^])/g,
    (escape: string, short?: string, long?: string) => {
      const hex = short ?? long;
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      const letter = escape.slice(1);
      return LINE_END.test(letter) ? '' : (NAMED[letter] ?? letter);
    },
  );
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
function read(text: string, options: ParseOptions = {}): LiteralFile {
  const top: LiteralNode = {
    ...{ key: [], block: { start: 0, end: text.length }, indent: '', isSpaced: false },
    ...{ name: '', colon: '', children: [], inside: text.length },
    ...new Reader(new Scanner(text, options.file)).top(),
  };
  let habits: LiteralFile['habits'] | undefined;
  return {
    ...{ text, ...rootIn(text, top, options) },
    get habits() {
      return (habits ??= habitsOf(text, top));
    },
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
    const children: LiteralNode[] = [];
    while (scanner.character !== end) {
      children.push(end === '}' ? this.#member(key) : this.#element(key, children.length));
    }
    const close = scanner.at;
    scanner.pass(close + 1);
    return { start, end: close + 1, container: { children, inside: start + 1, close } };
  }

  #member(parent: Key): LiteralNode {
    const scanner = this.#scanner;
    const { at: start, done: from, comments: above, character, text } = scanner;
    const isQuote = character === '"' || character === "'";
    const nameEnd = isQuote ? scanner.endOfString() : scanner.endOfName();
    if (nameEnd === undefined) throw scanner.fail('expected a key or "}"');
    const name = text.slice(start, nameEnd);
    scanner.pass(nameEnd);
    if (scanner.character !== ':') throw scanner.fail('expected ":"');
    scanner.pass(scanner.at + 1);
    const key = [...parent, unescape(isQuote ? name.slice(1, -1) : name)];
    return this.#item({ key, start, from, above, name }, this.#value(key));
  }

  #element(parent: Key, index: number): LiteralNode {
    const { at: start, done: from, comments: above } = this.#scanner;
    const key = [...parent, String(index)];
    return this.#item({ key, start, from, above, name: '' }, this.#value(key));
  }

  #item(
    {
      key,
      start,
      from,
      above,
      name,
    }: {
      readonly key: Key;
      readonly start: number;
      /** End of the token before it. */
      readonly from: number;
      readonly above: readonly Range[];
      /** '' for an element. */
      readonly name: string;
    },
    value: Value,
  ): LiteralNode {
    const scanner = this.#scanner;
    const { text } = scanner;
    const close = name === '' ? ']' : '}';
    let comma: Range = { start: value.end, end: value.end };
    if (scanner.character === ',') {
      comma = { start: scanner.at, end: scanner.at + 1 };
      scanner.pass(comma.end);
    } else if (scanner.character !== close) throw scanner.fail(`expected "," or "${close}"`);
    const range = { start: value.start, end: value.end };
    const raw = text.slice(value.start, value.end);
    const { container } = value;
    let unit: Unit | undefined;
    if (container !== undefined) unit = emptyUnit(key, range, container, raw.charAt(0));
    else if (/^['"]/.test(raw))
      unit = plainUnit({ key, text: unescape(raw.slice(1, -1)), range, note: undefined });
    else unit = { key, kind: 'raw', text: raw, range };
    const written = {
      ...{ key, start, from, above, name, comma, valueAt: value.start },
      ...{ next: scanner.at, behind: scanner.comments },
      ...(unit && { unit }),
      ...(container && { container }),
    };
    return literalNode(text, written, OUT);
  }
}

/** JSON5: keeps quotes, bare keys, comments and commas as they are. */
const format: TreeFormat<LiteralFile> = { ...about, ...literals, read, derived: renamedRoot };

export const json5 = treeCodec(format);
