import luaparse from 'luaparse';
import type { DeriveOptions, Key, ParseOptions, Range } from '../../model/index.js';
import { CodeValues } from '../kit/code-values.js';
import { hasBom, lineEnd } from '../kit/layout.js';
import { emptyUnit, habitsOf, literalNode, literals, rootIn } from '../kit/object-literals.js';
import type {
  Container,
  LiteralFile,
  LiteralLanguage,
  LiteralNode,
  Written,
} from '../kit/object-literals.js';
import type { Splice } from '../kit/splices.js';
import { plainUnit, treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { decodeUtf8 } from '../kit/utf8.js';
import { about } from './about.js';

const LETTERS: Readonly<Record<string, string>> = {
  ...{ '\n': 'n', '\r': 'r', '\t': 't', '\\': '\\', '"': '"', "'": "'" },
};
const KEYWORDS =
  /^(?:and|break|do|else|elseif|end|false|for|function|goto|if|in|local|nil|not|or|repeat|return|then|true|until|while)$/;

/** A text as Lua 5.1 reads it: control characters are escaped by their decimal number. */
function quoted(text: string, opening: string): string {
  if (opening === '[' && !/[\r\0]|\]=*$/.test(text)) {
    let level = '';
    while (text.includes(`]${level}]`)) level += '=';
    return `[${level}[${text.startsWith('\n') ? '\n' : ''}${text}]${level}]`;
  }
  const quote = opening === "'" ? "'" : '"';
  const body = text.replace(/["'\\\p{Cc}]/gu, (one) => {
    if ((one === '"' || one === "'") && one !== quote) return one;
    const code = one.charCodeAt(0);
    const letter = LETTERS[one];
    if (letter !== undefined) return `\\${letter}`;
    return code < 128 ? `\\${String(code).padStart(3, '0')}` : one;
  });
  return quote + body + quote;
}

function isName(key: string): boolean {
  return /^[A-Za-z_]\w*$/.test(key) && !KEYWORDS.test(key);
}

/** Lua's tables and assignments. */
const language: LiteralLanguage = {
  colon: ' = ',
  list: ['{', '}'],
  isList: ({ children = [] }) => children.length > 0 && children.every(({ name }) => name === ''),
  quoted,
  key: (key, style, { quote }) =>
    style === '' && isName(key) ? key : `[${quoted(key, style === '' ? quote : style)}]`,
  path: (key, near, { quote }) =>
    key
      .map((part) => {
        const style = near === undefined ? quote : /['"]/.exec(near.name)?.[0];
        return style === undefined && isName(part)
          ? `.${part}`
          : `[${quoted(part, style ?? quote)}]`;
      })
      .join(''),
};

/** Tables of Lua and assignments to their fields: AceLocale, FiveM, Factorio's mods. They are never run. */
const format: TreeFormat<LuaFile> = {
  ...about,
  ...literals,
  read: (text, options) => read(text, options, language),
  derived: respell,
};

/** A new target's own locale where its source names one, and not as the default of AceLocale. */
function respell(
  { text, root, names, locale, defaults }: LuaFile,
  to: DeriveOptions,
): readonly Splice[] {
  const said = locale ?? rootName(root);
  const splices = defaults.map((range): Splice => ({ ...range, text: '' }));
  for (const { start, end } of names) {
    const raw = text.slice(start, end);
    const bare = raw.replace(/^['"]|['"]$/g, '');
    if (bare !== said) continue;
    const isField = text.charAt(start - 1) === '.';
    const name = isName(to.locale) || raw !== bare ? raw.replace(bare, () => to.locale) : '';
    const splice = { start: isField && name === '' ? start - 1 : start, end };
    splices.push({ ...splice, text: name === '' ? `["${to.locale}"]` : name });
  }
  return splices;
}

function rootName({ name }: LiteralNode): string | undefined {
  return /['"](.*)['"]/.exec(name)?.[1] ?? (name === '' ? undefined : name);
}

export const lua = treeCodec(format);

interface LuaFile extends LiteralFile {
  /** As its path spells it. */
  readonly locale: string | undefined;
  /** Names and texts outside of the catalog's values, which may name the locale. */
  readonly names: readonly Range[];
  /** What says that the file is the default of AceLocale. */
  readonly defaults: readonly Range[];
}

type Of<Type extends luaparse.Node['type']> = Extract<luaparse.Node, { type: Type }>;
type Table = Of<'TableConstructorExpression'>;

const MOST_DEPTH = 200;

/**
 * Any version's Lua: 5.3 has more syntax, 5.1 takes a backslash before any letter.
 * @throws FormatError `syntax`, `too-deep`
 */
function parse(text: string, file: string | undefined): luaparse.Chunk {
  const bom = hasBom(text) ? 1 : 0;
  // The first line of a script names its interpreter.
  const start = text.startsWith('#', bom) ? lineEnd(text, bom) : bom;
  const code = ' '.repeat(start) + text.slice(start);
  // The types of luaparse know only the default of the last one.
  const options = { ranges: true, extendedIdentifiers: true as false };
  try {
    return luaparse.parse(code, { ...options, luaVersion: '5.3' });
  } catch (error) {
    try {
      return luaparse.parse(code, { ...options, luaVersion: '5.1' });
    } catch {
      if (error instanceof RangeError) throw tooDeep(text, 0, file);
      const { message, index: offset = 0 } = error as SyntaxError & { readonly index?: number };
      const what = message.replace(/^\[\d+:\d+\] /, '');
      throw formatError('syntax', `${what}.`, { text, offset, file });
    }
  }
}

function tooDeep(text: string, offset: number, file: string | undefined): Error {
  const message = `more than ${MOST_DEPTH} levels of nesting.`;
  return formatError('too-deep', message, { text, offset, file });
}

function rangeOf(node: luaparse.Node): Range {
  const { range: [start, end] = [0, 0] } = node as { readonly range?: readonly [number, number] };
  return { start, end };
}

/** The node and all within. */
function* nodesIn(node: luaparse.Node): Generator<luaparse.Node> {
  yield node;
  for (const value of Object.values(node).flat() as readonly unknown[])
    if (typeof value === 'object' && value !== null && 'type' in value)
      yield* nodesIn(value as luaparse.Node);
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' },
};

/** The text of a literal. Undefined if its bytes are not UTF-8. */
function textOf(raw: string): string | undefined {
  const long = /^\[(=*)\[/.exec(raw);
  if (long !== null) {
    const { length } = long[0];
    return raw
      .slice(length, -length)
      .replace(/\r\n|\n\r|\r/g, '\n')
      .replace(/^\n/, '');
  }
  const body = raw.slice(1, -1);
  if (!body.includes('\\')) return body;
  const unknown: string[] = [];
  const text = body.replace(
    /((?:\\\d{1,3}|\\x[\da-fA-F]{2})+)|\\u\{([\da-fA-F]+)\}|\\z\s*|\\(\r\n|[^])/g,
    (all, bytes?: string, point?: string, letter?: string) => {
      if (bytes !== undefined) {
        const codes = bytes.slice(1).split('\\');
        const values = codes.map((one) => Number(one.startsWith('x') ? `0${one}` : one));
        const decoded = decodeUtf8(Uint8Array.from(values));
        if (decoded === undefined) unknown.push(all);
        return decoded ?? all;
      }
      if (point !== undefined)
        return String.fromCodePoint(Math.min(0x10ffff, Number(`0x${point}`)));
      return letter === undefined ? '' : /[\n\r]/.test(letter) ? '\n' : (NAMED[letter] ?? letter);
    },
  );
  return unknown.length > 0 ? undefined : text;
}

/** The texts that `..` joins. Undefined for other expressions. */
function joinedText(node: luaparse.Expression): string | undefined {
  if (node.type === 'StringLiteral') return textOf(node.raw);
  if (node.type !== 'BinaryExpression' || node.operator !== '..') return undefined;
  const [left, right] = [joinedText(node.left), joinedText(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

function isRaw(node: luaparse.Expression): boolean {
  if (node.type === 'UnaryExpression') return node.argument.type === 'NumericLiteral';
  return /^(?:Boolean|Nil|Numeric)Literal$/.test(node.type);
}

/** The key that a text or number in brackets gives. */
function keyOf(node: luaparse.Expression): string | undefined {
  if (node.type === 'StringLiteral') return textOf(node.raw);
  return node.type === 'NumericLiteral' && /^\d+$/.test(node.raw) ? node.raw : undefined;
}

/** How a commented-out pair starts. */
const OUT = /^(?:\w*\[\s*['"][^'"]*['"]\s*\]|[\w.]+)\s*=\s*(?:['"{[\d]|true\b|false\b)/;

/**
 * Texts of the tables and assignments of a file, which is never run. Code is left alone.
 * @throws FormatError `syntax`, also for a target without a place for texts; `too-deep`, `root-key`
 */
function read(text: string, options: ParseOptions, language: LiteralLanguage): LuaFile {
  const reader = new Reader(text, options);
  const top = reader.top();
  const { root, newRootKey, facts } = rootIn(text, top, options);
  let habits: LiteralFile['habits'] | undefined;
  return {
    ...{ text, root, language, locale: options.locale, around: ['return {', '}'] },
    ...{ names: reader.names, defaults: reader.defaults },
    ...(newRootKey !== undefined && { newRootKey }),
    ...(reader.first && { first: reader.first }),
    problems: reader.code.problems(text, options),
    facts: { ...facts, ...reader.code.references(root === top ? 0 : 1) },
    get habits() {
      return (habits ??= { ...habitsOf(text, top), quote: reader.quote });
    },
  };
}

class Reader {
  readonly #text: string;
  readonly #options: ParseOptions;
  readonly #chunk: luaparse.Chunk;
  readonly #comments: readonly Range[];
  #depth = 0;
  /** The variable whose fields are the keys. */
  #variable: string | undefined;
  #table: Container | undefined;
  readonly #statements: LiteralNode[] = [];
  readonly code = new CodeValues();
  readonly names: Range[] = [];
  readonly defaults: Range[] = [];
  /** What the first text is written like in a file of AceLocale that has none. */
  first: LiteralFile['first'];
  /** `L["Hello"] = true`: the key is the text. */
  readonly #isAce: boolean;

  constructor(text: string, options: ParseOptions) {
    this.#text = text;
    this.#options = options;
    this.#chunk = parse(text, options.file);
    // The types of luaparse say that these are texts.
    const comments = (this.#chunk.comments ?? []) as unknown as readonly luaparse.Comment[];
    this.#comments = comments.map(rangeOf);
    this.#isAce = /\b(?:NewLocale|RegisterTranslations)\b/.test(text);
  }

  /** Most texts' quote. */
  get quote(): string {
    const isSingle =
      (this.#text.match(/=\s*'/g)?.length ?? 0) > (this.#text.match(/=\s*"/g)?.length ?? 0);
    return isSingle ? "'" : '"';
  }

  top(): LiteralNode {
    const text = this.#text;
    this.#body(this.#chunk.body, hasBom(text) ? 1 : 0);
    const isStarted = this.#statements.length > 0 && this.#table?.children.length === 0;
    const table = isStarted ? undefined : this.#table;
    const hasPlace = table !== undefined || this.#statements.length > 0;
    if (!hasPlace && this.#chunk.body.length > 0) this.#findFirst();
    const [first, ...rest] = this.#statements;
    const statements = first === undefined ? [] : [belowCode(first, text), ...rest];
    const children = [...(table?.children ?? []), ...statements];
    return {
      ...{ key: [], block: { start: 0, end: text.length }, indent: '', isSpaced: false },
      ...{ name: '', colon: '', inside: text.length, ...table },
      children: children.sort((a, b) => a.block.start - b.block.start),
    };
  }

  /** The catalog's variable gets the first text. @throws FormatError `syntax` if a target has none */
  #findFirst(): void {
    const { source, file } = this.#options;
    const isAce = (one: luaparse.Statement): one is luaparse.LocalStatement =>
      one.type === 'LocalStatement' && [...nodesIn(one)].some(isNewLocale);
    const variable = this.#variable ?? this.#chunk.body.find(isAce)?.variables[0]?.name;
    if (variable !== undefined) this.first = [variable, ' = ', ''];
    else if (source !== undefined && source.units.length > 0) {
      const message = 'this file has no table and no assignment for texts.';
      throw formatError('syntax', message, { text: this.#text, offset: 0, file });
    }
  }

  /** The start of the next token, and the comments before it. */
  #next(from: number): { readonly at: number; readonly comments: readonly Range[] } {
    const comments: Range[] = [];
    for (let at = from; ;) {
      while (/\s/.test(this.#text.charAt(at))) at += 1;
      const comment = this.#text.startsWith('--', at) ? this.#commentAt(at) : undefined;
      if (comment === undefined) return { at, comments };
      comments.push(comment);
      at = comment.end;
    }
  }

  #commentAt(start: number): Range | undefined {
    let [low, high] = [0, this.#comments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#comments[middle]?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return this.#comments[low];
  }

  /** @param from the end of what precedes the statements */
  #body(statements: readonly luaparse.Statement[], from: number): void {
    let before = from;
    for (const statement of statements) {
      this.#statement(statement, before);
      const { end } = rangeOf(statement);
      const { at } = this.#next(end);
      before = this.#text.charAt(at) === ';' ? at + 1 : end;
    }
  }

  #statement(statement: luaparse.Statement, from: number): void {
    const [clause] = statement.type === 'IfStatement' ? statement.clauses : [];
    if (statement.type === 'DoStatement') this.#body(statement.body, rangeOf(statement).start + 2);
    else if (clause?.type === 'IfClause' && clause.condition.type === 'Identifier') {
      // `if L then … end` surrounds assignments; every other condition is code.
      this.#body(clause.body, this.#next(rangeOf(clause.condition).end).at + 'then'.length);
    } else if (statement.type === 'ReturnStatement' && isTable(statement.arguments[0]))
      this.#main(statement.arguments[0], undefined);
    else if (!this.#assignment(statement, from)) this.#code(statement);
  }

  /** Code's texts may name the locale. */
  #code(node: luaparse.Node): void {
    for (const one of nodesIn(node)) {
      if (one.type === 'StringLiteral') this.names.push(rangeOf(one));
      if (!isNewLocale(one)) continue;
      // The third argument says that it is the default.
      one.arguments.forEach((argument, at) => {
        const before = one.arguments[at - 1];
        if (before === undefined || argument.type !== 'BooleanLiteral' || !argument.value) return;
        this.defaults.push({ start: rangeOf(before).end, end: rangeOf(argument).end });
      });
    }
  }

  /** `L["a"] = "text"`, `L.a.b = { … }`, `local texts = { … }`. False for other statements. */
  #assignment(statement: luaparse.Statement, from: number): boolean {
    if (statement.type !== 'AssignmentStatement' && statement.type !== 'LocalStatement')
      return false;
    const [target, ...others] = statement.variables;
    const [value] = statement.init;
    if (target === undefined || value === undefined || others.length > 0) return false;
    if (target.type === 'Identifier') {
      if (!isTable(value)) return false;
      this.#main(value, target.name);
      return true;
    }
    const path = pathOf(target);
    if (path === undefined) return false;
    if (this.#variable !== undefined && this.#variable !== path.variable) return false;
    this.#variable = path.variable;
    this.names.push(...path.parts.map(({ range }) => range));
    const key = path.parts.map((part) => part.key);
    const nameEnd = rangeOf(target).end;
    const equals = this.#next(nameEnd).at;
    const own = this.#value(value, equals + 1, key, path.parts.length === 1 ? key[0] : undefined);
    if (own.unit === undefined && own.container === undefined) return true;
    const { start, end } = rangeOf(statement);
    const semicolon = this.#next(end).at;
    const after = this.#text.charAt(semicolon) === ';' ? semicolon + 1 : end;
    const { at: next, comments: behind } = this.#next(after);
    const name = this.#text.slice(start, nameEnd);
    const above = this.#next(from).comments;
    const node = literalNode(
      this.#text,
      { ...{ key, start, from, name, end: after, ...own }, ...{ next, above, behind } },
      OUT,
    );
    const between = this.#text.slice(nameEnd, own.valueAt);
    const marks = [path.variable, between, after > end ? ';' : ''] as const;
    this.#statements.push({ ...node, statement: marks });
    return true;
  }

  /** The table of the catalog: the first one, or one that has more than it. */
  #main(table: Table, variable: string | undefined): void {
    const isFirst = this.#table === undefined || this.#table.children.length === 0;
    if (!isFirst || this.#statements.length > 0) {
      this.#code(table);
      return;
    }
    this.#table = this.#container(table, []);
    this.#variable ??= variable;
  }

  /**
   * @param from the end of the token before it
   * @param own the key, which is the text if the value is `true`
   */
  #value(
    node: luaparse.Expression,
    from: number,
    key: Key,
    own: string | undefined,
  ): Pick<Written, 'unit' | 'container' | 'valueAt'> {
    const range = rangeOf(node);
    const { at: valueAt } = this.#next(from);
    // Not in round brackets, which are code.
    const isWhole = valueAt === range.start;
    if (isWhole && isTable(node)) {
      const container = this.#container(node, key);
      const unit = emptyUnit(key, range, container, '{');
      return { valueAt, container, ...(unit && { unit }) };
    }
    const isOwn = this.#isAce && node.type === 'BooleanLiteral' && node.value;
    const text = (isOwn ? own : undefined) ?? joinedText(node);
    if (isWhole && text !== undefined)
      return { valueAt, unit: plainUnit({ key, text, range, note: undefined }) };
    if (isWhole && isRaw(node)) {
      const raw = this.#text.slice(range.start, range.end);
      return { valueAt, unit: { key, kind: 'raw', text: raw, range } };
    }
    this.#code(node);
    const hasWords = (one: luaparse.Node): boolean =>
      one.type === 'StringLiteral' && /\p{L}{2}/u.test(one.raw);
    this.code.add(key, valueAt, () => [...nodesIn(node)].some(hasWords));
    return { valueAt };
  }

  #container(table: Table, parent: Key): Container {
    const { start, end } = rangeOf(table);
    this.#depth += 1;
    if (this.#depth > MOST_DEPTH) throw tooDeep(this.#text, start, this.#options.file);
    const children: LiteralNode[] = [];
    let index = 0;
    let from = start + 1;
    for (const field of table.fields) {
      const child = this.#item(field, { parent, index, from });
      if (child.name === '') index += 1;
      children.push(child);
      from = child.comma?.end ?? from;
    }
    this.#depth -= 1;
    return { children, inside: start + 1, close: end - 1 };
  }

  #item(
    field: Table['fields'][number],
    place: { readonly parent: Key; readonly index: number; readonly from: number },
  ): LiteralNode {
    const { parent, index, from } = place;
    const { start } = rangeOf(field);
    const text = this.#text;
    let [known, name, valueFrom]: [string | undefined, string, number] = [undefined, '', from];
    if (field.type !== 'TableValue') {
      known = field.type === 'TableKey' ? keyOf(field.key) : field.key.name;
      const inner = rangeOf(field.key);
      // `]` behind a key in brackets.
      const nameEnd = field.type === 'TableKey' ? this.#next(inner.end).at + 1 : inner.end;
      name = text.slice(start, nameEnd);
      valueFrom = this.#next(nameEnd).at + 1;
      if (parent.length === 0 && known !== undefined) this.names.push(inner);
    }
    const isCode = field.type !== 'TableValue' && known === undefined;
    const key = [...parent, known ?? (isCode ? name : String(index))];
    if (isCode) this.#code(field);
    const own = isCode
      ? { valueAt: start + name.length }
      : this.#value(field.value, valueFrom, key, known);
    const { end } = rangeOf(field);
    const { at } = this.#next(end);
    const comma = /[,;]/.test(text.charAt(at)) ? { start: at, end: at + 1 } : { start: end, end };
    const { at: next, comments: behind } = this.#next(comma.end);
    const { comments: above } = this.#next(from);
    return literalNode(text, { key, start, from, above, name, ...own, comma, next, behind }, OUT);
  }
}

/** The first assignment: the blank line above it is that of the code above it. */
function belowCode(node: LiteralNode, text: string): LiteralNode {
  const { start, end } = node.block;
  const [blank = ''] = /^(?:[ \t]*(?:\r\n|\n|\r))*/.exec(text.slice(start, end)) ?? [];
  return { ...node, isSpaced: false, block: { start: start + blank.length, end } };
}

/** A call of AceLocale's `NewLocale`. */
function isNewLocale(node: luaparse.Node): node is luaparse.CallExpression {
  if (node.type !== 'CallExpression' || node.base.type !== 'MemberExpression') return false;
  return node.base.identifier.name === 'NewLocale';
}

function isTable(node: luaparse.Node | undefined): node is Table {
  return node?.type === 'TableConstructorExpression';
}

interface Path {
  readonly variable: string;
  readonly parts: readonly { readonly key: string; readonly range: Range }[];
}

/** `L.a["b"]`. Undefined if code computes a part of it. */
function pathOf(node: luaparse.Expression): Path | undefined {
  if (node.type === 'Identifier') return { variable: node.name, parts: [] };
  if (node.type !== 'MemberExpression' && node.type !== 'IndexExpression') return undefined;
  const path = pathOf(node.base);
  const [key, part] =
    node.type === 'MemberExpression'
      ? [node.identifier.name, node.identifier]
      : [keyOf(node.index), node.index];
  if (path === undefined || key === undefined) return undefined;
  return { ...path, parts: [...path.parts, { key, range: rangeOf(part) }] };
}
