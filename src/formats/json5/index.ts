import { unicodeEscape } from '../kit/character-escapes.js';
import { treeCodec, plainUnit } from '../kit/tree-codec.js';
import type { TreeFormat, NewNode, Place, TreeFile } from '../kit/tree.js';
import { about } from './about.js';
import type {
  InsertEdit,
  SetEdit,
  Key,
  ParseOptions,
  Range,
  Unit,
  DeriveOptions,
  Document,
} from '../../model/index.js';
import { inBrackets, indentOf, type Item, newItem } from '../kit/items.js';
import type { Splice } from '../kit/splices.js';
import { blockOf } from '../kit/item-block.js';
import { noteOf } from '../kit/notes.js';
import { formatError } from '../kit/unusable.js';
import { hasSectionLike, requireRootKey, sameLocale } from '../kit/root-key.js';

/** A member of an object, or an element of an array. */
interface Json5Node extends Item {
  /** Its key as written; '' for an element. */
  readonly name: string;
  /** Text between key and value: `: `. */
  readonly colon: string;
  readonly children?: readonly Json5Node[];
}

/** The style of a file, for new members. */
interface Habits {
  /** `'` or `"`. */
  readonly quote: string;
  /** The quote of keys; '' if keys are unquoted where possible. */
  readonly keyQuote: string;
  /** One level of indentation. */
  readonly step: string;
  /** The last line of a multi-line object ends in a comma. */
  readonly isTrailing: boolean;
}

/** The majority style of a file, or else that of JSON5's own guide. */
function habitsOf(text: string, root: Json5Node): Habits {
  const quotes = new Map<string, number>();
  const keyQuotes = new Map<string, number>();
  const commas = new Map<string, number>();
  let step: string | undefined;
  const visit = (node: Json5Node): void => {
    const { children = [], indent } = node;
    for (const { unit, name, indent: inner } of children) {
      if (unit?.kind === 'text') count(quotes, text.charAt(unit.range.start));
      if (name !== '') count(keyQuotes, /^['"]/.exec(name)?.[0] ?? '');
      const isDeeper = inner?.startsWith(indent ?? '') === true && inner !== indent;
      if (isDeeper && indent !== undefined) step ??= inner.slice(indent.length);
    }
    const last = children.at(-1);
    if (last?.comma !== undefined && last.indent !== undefined)
      count(commas, text.slice(last.comma.start, last.comma.end));
    for (const child of children) if (child.children !== undefined) visit(child);
  };
  visit(root);
  return {
    quote: most(quotes) ?? "'",
    keyQuote: most(keyQuotes) ?? '',
    step: step ?? '  ',
    isTrailing: most(commas) !== '',
  };
}

function count(votes: Map<string, number>, vote: string): void {
  votes.set(vote, (votes.get(vote) ?? 0) + 1);
}

function most(votes: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined;
  for (const [vote, times] of votes) if (times > (votes.get(best ?? '\0') ?? 0)) best = vote;
  return best;
}

interface Container {
  readonly children: readonly Json5Node[];
  readonly inside: number;
  readonly close: number;
}

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

const LETTERS: Readonly<Record<string, string>> = {
  ...{ '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '\v': 'v', '\\': '\\' },
};
const SPECIAL = /["'\\\p{Cc}\u2028\u2029\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|\p{Cs}/gu;

/** A text in quotes, on one line. */
function inQuotes(text: string, quote: string): string {
  const body = text.replace(SPECIAL, (one) => {
    if (one === '"' || one === "'") return one === quote ? `\\${one}` : one;
    const letter = LETTERS[one];
    return letter === undefined ? unicodeEscape(one) : `\\${letter}`;
  });
  return quote + body + quote;
}

const IDENTIFIER = /^[$_\p{L}\p{Nl}][$_\u200c\u200d\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*$/u;

/** A key in the style of its neighbours, quoted if necessary. */
function keyText(key: string, style: string, { quote, keyQuote }: Habits): string {
  if (style === '' && IDENTIFIER.test(key)) return key;
  return inQuotes(key, [style, keyQuote, quote].find((one) => one !== '') ?? "'");
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
function read(text: string, options: ParseOptions = {}): Json5File {
  const top: Json5Node = {
    ...{ key: [], block: { start: 0, end: text.length }, indent: '', isSpaced: false },
    ...{ name: '', colon: '', children: [], inside: text.length },
    ...new Reader(new Scanner(text, options.file)).top(),
  };
  let habits: Habits | undefined;
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
    const children: Json5Node[] = [];
    while (scanner.character !== end) {
      children.push(end === '}' ? this.#member(key) : this.#element(key, children.length));
    }
    const close = scanner.at;
    scanner.pass(close + 1);
    return { start, end: close + 1, container: { children, inside: start + 1, close } };
  }

  #member(parent: Key): Json5Node {
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

  #element(parent: Key, index: number): Json5Node {
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
  ): Json5Node {
    const scanner = this.#scanner;
    const { text } = scanner;
    const end = name === '' ? ']' : '}';
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

function unitOf(
  text: string,
  { key, value, note }: { readonly key: Key; readonly value: Value; readonly note: string },
): Unit | undefined {
  const { start, end, container } = value;
  const range = { start, end };
  const raw = text.slice(start, end);
  if (/^['"]/.test(raw)) return plainUnit({ key, text: unescape(raw.slice(1, -1)), range, note });
  if (container === undefined) return { key, kind: 'raw', text: raw, range };
  if (container.children.length > 0) return undefined;
  return { key, kind: 'raw', text: raw.startsWith('{') ? '{}' : '[]', range };
}

/** JSON5: keeps quotes, bare keys, comments and commas as they are. */
const format: TreeFormat<Json5File> = {
  ...about,
  read,
  replaces: true,
  set: setValue,
  rename: (name, written, { habits }) => keyText(name, /^['"]/.exec(written)?.[0] ?? '', habits),
  insert: insertItem,
  isList: isArray,
  enclose,
  derived: renamedRoot,
  escape: (character) => unicodeEscape(character),
};

type Json5Place = Place<Json5File>;

/** Replaces a value by a text, in the same quotes. */
function setValue(
  edit: SetEdit,
  { unit }: Json5Node,
  { text, habits }: Json5File,
): readonly Splice[] {
  if (unit === undefined) return [];
  const { start, end } = unit.range;
  const quote = unit.kind === 'text' ? text.charAt(start) : habits.quote;
  return [{ start, end, text: rawOf(edit) ?? inQuotes(edit.text, quote) }];
}

function rawOf(edit: SetEdit | InsertEdit): string | undefined {
  return edit.from?.unit.kind === 'raw' ? edit.text : undefined;
}

/** The line of a new member, or only the member if its neighbours share a line. */
function insertItem(item: NewNode, place: Json5Place): string {
  const { file, before, after } = place;
  const { step, isTrailing } = file.habits;
  const near = before ?? after;
  // Whether there is no space after commas, or after colons if there is no comma.
  let isTight = false;
  if (near?.comma !== undefined) {
    const { start, end } = near.comma;
    const isBetween = start < end && after !== undefined;
    isTight = isBetween ? /\S/.test(file.text.charAt(end)) : near.colon === ':';
  }
  return newItem(place, {
    lead: nameOf(item, place),
    value: (indent) => valueOf(item, indent, place),
    inner: innerIndent(place) + (file.newRootKey === undefined ? '' : step),
    gap: isTight ? '' : ' ',
    isTrailing,
  });
}

/**
 * Adds line ends inside the brackets of a previously empty container, and the root key that the
 * file lacks.
 */
function enclose(members: string, place: Json5Place): string {
  const { file, parent, newline } = place;
  const { text, newRootKey, habits } = file;
  let lines = members;
  if (newRootKey !== undefined) {
    const indent = innerIndent(place);
    const name = keyText(newRootKey, habits.keyQuote, habits);
    const comma = habits.isTrailing ? ',' : '';
    lines = `${indent}${name}: {${newline}${members}${indent}}${comma}${newline}`;
  }
  if (parent.close !== undefined) return inBrackets(lines, place);
  const lead = text === '' || /[\n\r\ufeff]$/.test(text) ? '' : newline;
  return `${lead}{${newline}${lines}}${newline}`;
}

/** Indentation of the first members of an empty container. */
function innerIndent({ parent, file }: Json5Place): string {
  const isNewFile = parent.key.length === 0 && parent.close === undefined;
  return (isNewFile ? '' : indentOf(parent, file.text)) + file.habits.step;
}

/** @param indent undefined: everything is on one line */
function valueOf(
  { edit, children, key }: NewNode,
  indent: string | undefined,
  place: Json5Place,
): string {
  const { file, newline } = place;
  const { habits } = file;
  if (edit !== undefined) return rawOf(edit) ?? inQuotes(edit.text, habits.quote);
  const inner = indent === undefined ? undefined : indent + habits.step;
  const isList = children.every((child, i) => child.key[key.length] === String(i));
  const items = children.map((child) => {
    const name = isList ? '' : `${keyText(child.key.at(-1) ?? '', habits.keyQuote, habits)}: `;
    return name + valueOf(child, inner, place);
  });
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (indent === undefined || inner === undefined)
    return isList ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`;
  const lines = items.map((item, i) => {
    const hasComma = i < items.length - 1 || habits.isTrailing;
    return inner + item + (hasComma ? ',' : '') + newline;
  });
  return open + newline + lines.join('') + indent + close;
}

/** The key with its separator; '' for an element of an array. */
function nameOf(item: NewNode, { file, parent, before, after }: Json5Place): string {
  const { habits } = file;
  const near = before ?? after;
  if (isArray(parent, file)) return '';
  const model = [before, after].find((one) => one?.unit !== undefined) ?? near;
  const colon = model === undefined || /[^: \t]/.test(model.colon) ? ': ' : model.colon;
  const quote = near === undefined ? habits.keyQuote : (/^['"]/.exec(near.name)?.[0] ?? '');
  return keyText(item.key.at(-1) ?? '', quote, habits) + colon;
}

function isArray({ close = -1 }: Json5Node, { text }: Json5File): boolean {
  return text.charAt(close) === ']';
}

export const json5 = treeCodec(format);

/**
 * The only member of a file is its root key if it names the locale; it is then not part of keys.
 * @throws FormatError `root-key` for a target without the root key that its source has
 */
function rootIn(
  text: string,
  top: Json5Node,
  options: ParseOptions,
): {
  /** The node that contains the texts. */
  readonly root: Json5Node;
  /** A root key to write with the file's first text. */
  readonly newRootKey?: string;
  readonly facts?: Partial<Document>;
} {
  const { locale, source } = options;
  const [first, second] = top.children ?? [];
  const isObject = first?.close !== undefined && text.charAt(first.close) === '}';
  const isOnly = second === undefined && isObject && first.name !== '';
  const name = isOnly ? first.key[0] : undefined;
  const isNamed = name !== undefined && locale !== undefined && sameLocale(name, locale);
  if (first !== undefined && isNamed && !hasSectionLike(options))
    return { root: withoutFirst(first), facts: { targetLanguage: name } };
  const isEmptyObject = first === undefined && text.charAt((top.inside ?? 0) - 1) !== '[';
  if (!isEmptyObject) {
    const offset = nameStart(first ?? top);
    requireRootKey({ text, offset, onlyKey: name }, options);
  } else if (locale !== undefined && source?.targetLanguage !== undefined)
    return { root: top, newRootKey: locale };
  return { root: top };
}

function withoutFirst(node: Json5Node): Json5Node {
  const { unit, children, ...rest } = node;
  const key = node.key.slice(1);
  const own = unit && key.length > 0 && { unit: { ...unit, key } };
  return { ...rest, key, ...own, ...(children && { children: children.map(withoutFirst) }) };
}

/** Start of the name. Its own comments precede it in its block. */
function nameStart({ block, name, colon, inside }: Json5Node): number {
  return inside === undefined ? block.start : inside - name.length - colon.length - 1;
}

/** Sets a new target's own locale in the root key. */
function renamedRoot(
  { root, habits, text }: Json5File,
  { locale }: DeriveOptions,
): readonly Splice[] {
  if (root.name === '') return [];
  const start = nameStart(root);
  const end = start + root.name.length;
  const quote = /^['"]/.exec(text.slice(start, end))?.[0] ?? '';
  return [{ start, end, text: keyText(locale, quote, habits) }];
}

interface Json5File extends TreeFile<Json5Node> {
  readonly habits: Habits;
  /** A root key to write with the file's first text. */
  readonly newRootKey?: string;
}
