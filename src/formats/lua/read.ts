import type { Key, ParseOptions, Range, Unit } from '../../model/index.js';
import { CodeValues } from '../kit/code-values.js';
import { hasBom, lineEnd } from '../kit/layout.js';
import { emptyUnit, habitsOf, literalNode, rootIn } from '../kit/object-literals.js';
import type {
  Container,
  LiteralFile,
  LiteralLanguage,
  LiteralNode,
  Written,
} from '../kit/object-literals.js';
import { plainUnit } from '../kit/tree-codec.js';
import { formatError } from '../kit/unusable.js';
import { decodeUtf8 } from '../kit/utf8.js';

export interface LuaFile extends LiteralFile {
  /** As its path spells it. */
  readonly locale: string | undefined;
  /** Names and texts outside of the catalog's values, which may name the locale. */
  readonly names: readonly Range[];
  /** What says that the file is the default of AceLocale. */
  readonly defaults: readonly Range[];
}

interface Token extends Range {
  readonly kind: 'name' | 'string' | 'number' | 'sign' | 'end';
  readonly word: string;
  /** Comments before it. */
  readonly comments: readonly Range[];
}

const TOKEN =
  /(?<space>[ \t\n\r\v\f]+)|(?<comment>--(?!\[=*\[)[^\n\r]*)|(?:--)?\[(?<level>=*)\[|(?<string>"(?:\\(?:z\s*|\r\n|[^])|[^"\\\n\r])*"|'(?:\\(?:z\s*|\r\n|[^])|[^'\\\n\r])*')|(?<name>[A-Za-z_]\w*)|(?<number>0[xX][\da-fA-F.]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<sign>\.\.\.|\.\.|[=~<>]=|::|[^])/uy;

/** The tokens of a file. @throws FormatError `syntax` for a text or comment that does not end */
function tokensOf(text: string, file: string | undefined): readonly Token[] {
  const tokens: Token[] = [];
  let comments: Range[] = [];
  const next = new RegExp(TOKEN);
  let start = hasBom(text) ? 1 : 0;
  // The first line of a script names its interpreter.
  if (text.startsWith('#', start)) start = lineEnd(text, start);
  while (start < text.length) {
    next.lastIndex = start;
    const groups = next.exec(text)?.groups ?? {};
    let end = next.lastIndex;
    const isComment = text.startsWith('--', start);
    if (groups['level'] !== undefined) {
      const close = text.indexOf(`]${groups['level']}]`, end);
      if (close === -1) throw failure(`expected "]${groups['level']}]"`, start, { text, file });
      end = close + groups['level'].length + 2;
    }
    const { name, string, number, sign } = groups;
    if (isComment) comments.push({ start, end });
    else if (groups['space'] === undefined) {
      if (sign === '"' || sign === "'")
        throw failure(`expected ${sign} at the end of this text`, start, { text, file });
      const kind = name ? 'name' : number ? 'number' : sign ? 'sign' : 'string';
      tokens.push({ kind, start, end, comments, word: string ? '' : text.slice(start, end) });
      comments = [];
    }
    start = end;
  }
  tokens.push({ kind: 'end', start: text.length, end: text.length, comments, word: '' });
  return tokens;
}

function failure(
  expected: string,
  offset: number,
  { text, file }: { readonly text: string; readonly file: string | undefined },
): Error {
  return formatError('syntax', `${expected}.`, { text, offset, file });
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
  let isWrong = false;
  const text = body.replace(
    /((?:\\\d{1,3}|\\x[\da-fA-F]{2})+)|\\u\{([\da-fA-F]+)\}|\\z\s*|\\(\r\n|[^])/g,
    (all, bytes?: string, point?: string, letter?: string) => {
      if (bytes !== undefined) {
        const codes = bytes.slice(1).split('\\');
        const values = codes.map((one) => Number(one.startsWith('x') ? `0${one}` : one));
        const decoded = decodeUtf8(Uint8Array.from(values));
        isWrong ||= decoded === undefined;
        return decoded ?? all;
      }
      if (point !== undefined)
        return String.fromCodePoint(Math.min(0x10ffff, Number(`0x${point}`)));
      return letter === undefined ? '' : /[\n\r]/.test(letter) ? '\n' : (NAMED[letter] ?? letter);
    },
  );
  return isWrong ? undefined : text;
}

/** How a commented-out pair starts. */
const OUT = /^(?:\w*\[\s*['"][^'"]*['"]\s*\]|[\w.]+)\s*=\s*(?:['"{[\d]|true\b|false\b)/;
const MOST_DEPTH = 200;
/** Signs and words by which an expression goes on. */
const GOES_ON = /^(?:\.\.|[-+*/%^<>:(.[{]|[=~<>]=|and|or)$/;

/**
 * Texts of the tables and assignments of a file, which is never run. Code is left alone.
 * @throws FormatError `syntax`, `too-deep`, `root-key`
 */
export function read(text: string, options: ParseOptions, language: LiteralLanguage): LuaFile {
  const reader = new Reader(text, options);
  const top = reader.top();
  const { root, newRootKey, facts } = rootIn(text, top, options);
  let habits: LiteralFile['habits'] | undefined;
  return {
    ...{ text, root, language, locale: options.locale, around: ['return {', '}'] },
    ...{ names: reader.names, defaults: reader.defaults },
    ...(newRootKey !== undefined && { newRootKey }),
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
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  /** The variable whose fields are the keys. */
  #variable: string | undefined;
  #table: Container | undefined;
  readonly #statements: LiteralNode[] = [];
  readonly code = new CodeValues();
  readonly names: Range[] = [];
  readonly defaults: Range[] = [];
  /** `L["Hello"] = true`: the key is the text. */
  readonly #isAce: boolean;

  constructor(text: string, options: ParseOptions) {
    this.#text = text;
    this.#options = options;
    this.#tokens = tokensOf(text, options.file);
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
    while (this.#token.kind !== 'end') this.#statement();
    const isStarted = this.#statements.length > 0 && this.#table?.children.length === 0;
    const table = isStarted ? undefined : this.#table;
    // The blank line above the first assignment is that of the code above it.
    const [first, ...rest] = this.#statements;
    const statements = first === undefined ? [] : [{ ...first, isSpaced: false }, ...rest];
    const children = [...(table?.children ?? []), ...statements];
    return {
      ...{ key: [], block: { start: 0, end: text.length }, indent: '', isSpaced: false },
      ...{ name: '', colon: '', inside: text.length, ...table },
      children: children.sort((a, b) => a.block.start - b.block.start),
    };
  }

  get #token(): Token {
    return this.#peek(0);
  }

  #peek(ahead: number): Token {
    const last = this.#tokens.length - 1;
    return this.#tokens[Math.min(this.#at + ahead, last)] as Token;
  }

  #next(): Token {
    const token = this.#token;
    this.#at += 1;
    return token;
  }

  #is(word: string, ahead = 0): boolean {
    const { kind, word: own } = this.#peek(ahead);
    return own === word && kind !== 'string' && kind !== 'end';
  }

  #statement(): void {
    if (this.#is('function') || this.#is('while') || this.#is('for') || this.#is('repeat'))
      this.#block();
    else if (this.#is('if')) this.#if();
    else if (this.#is('(') || this.#is('{')) this.#brackets();
    else if (this.#is('return') && this.#is('{', 1)) {
      this.#next();
      this.#body(undefined);
    } else if (this.#token.kind === 'name' && !this.#isPart()) this.#assignment();
    else this.#other();
  }

  /** Whether a name continues an expression: `a.b`, `x:y()`. */
  #isPart(): boolean {
    const before = this.#tokens[this.#at - 1];
    return before !== undefined && /^(?:[.:,]|\.\.)$/.test(before.word);
  }

  #other(): void {
    const { kind, start, end, word } = this.#next();
    if (kind === 'string') this.names.push({ start, end });
    if (word !== 'NewLocale' || !this.#is('(')) return;
    // The third argument says that it is the default.
    for (let at = 1; !this.#is(')', at) && this.#peek(at).kind !== 'end' && at < 12; at += 1)
      if (this.#is('true', at) && this.#is(',', at - 1))
        this.defaults.push({ start: this.#peek(at - 1).start, end: this.#peek(at).end });
  }

  /** `if L then … end` surrounds assignments; every other condition is code. */
  #if(): void {
    const isPlain = this.#peek(1).kind === 'name' && this.#is('then', 2);
    if (!isPlain) this.#block();
    else this.#at += 3;
  }

  /** Skips code up to its `end`, whose names and texts may name the locale. */
  #block(): void {
    let depth = 0;
    do {
      const { kind, word, start, end } = this.#next();
      if (kind === 'end') return;
      if (kind === 'string') this.names.push({ start, end });
      else if (/^(?:function|if|do|repeat)$/.test(word)) depth += 1;
      else if (/^(?:end|until)$/.test(word)) depth -= 1;
      else continue;
    } while (depth > 0 || !/^(?:end|until)$/.test(this.#tokens[this.#at - 1]?.word ?? ''));
  }

  #brackets(): void {
    let depth = 0;
    do {
      const token = this.#token;
      if (token.kind === 'end') return;
      if (/^[({[]$/.test(token.word)) depth += 1;
      else if (/^[)}\]]$/.test(token.word)) depth -= 1;
      if (this.#is('function')) this.#block();
      else this.#other();
    } while (depth > 0);
  }

  /** `L["a"] = "text"`, `L.a.b = { … }`, `local texts = { … }`. */
  #assignment(): void {
    const from = this.#at;
    const variable = this.#next();
    const path: { readonly key: string; readonly token: Token }[] = [];
    while (this.#is('.') || this.#is('[')) {
      const token = this.#peek(1);
      const key = this.#is('.') ? (token.kind === 'name' ? token.word : undefined) : this.#keyAt(1);
      if (key === undefined) break;
      path.push({ key, token });
      this.#at += this.#is('.') ? 2 : 3;
    }
    if (!this.#is('=')) {
      this.#at = from + 1;
      return;
    }
    const isMain = this.#variable === undefined || this.#variable === variable.word;
    if (path.length === 0) {
      this.#next();
      if (this.#is('{')) this.#body(variable.word);
      return;
    }
    if (!isMain) {
      this.#next();
      return;
    }
    this.#variable = variable.word;
    for (const { token } of path) this.names.push({ start: token.start, end: token.end });
    const nameEnd = this.#tokens[this.#at - 1]?.end ?? 0;
    this.#next();
    const key = path.map((one) => one.key);
    const before = this.#tokens[from - 1]?.end ?? 0;
    const own = this.#value(key, path.length === 1 ? key[0] : undefined);
    const { end } = this.#tokens[this.#at - 1] as Token;
    const after = this.#is(';') ? this.#next().end : end;
    if (own.unit === undefined && own.container === undefined) return;
    const name = this.#text.slice(variable.start, nameEnd);
    const node = literalNode(
      this.#text,
      {
        ...{ key, start: variable.start, from: before, name, end: after, ...own },
        ...{ next: this.#token.start, above: variable.comments, behind: this.#token.comments },
      },
      OUT,
    );
    const [lead, between] = [variable.word, this.#text.slice(nameEnd, own.valueAt)];
    this.#statements.push({ ...node, statement: [lead, between, after > end ? ';' : ''] });
  }

  /** The table of the catalog: the first one, or one that has more than it. */
  #body(variable: string | undefined): void {
    const { start } = this.#token;
    const { container } = this.#value([], undefined);
    if (container === undefined || (this.#table && this.#table.children.length > 0)) return;
    if (this.#statements.length > 0 && start > 0) return;
    this.#table = container;
    this.#variable ??= variable;
  }

  /** The text or number between brackets. */
  #keyAt(ahead: number): string | undefined {
    const { kind, start, end, word } = this.#peek(ahead);
    if (!this.#is(']', ahead + 1)) return undefined;
    if (kind === 'string') return textOf(this.#text.slice(start, end));
    return kind === 'number' && /^\d+$/.test(word) ? word : undefined;
  }

  /** @param own the key, which is the text if the value is `true` */
  #value(key: Key, own: string | undefined): Pick<Written, 'unit' | 'container' | 'valueAt'> {
    const from = this.#at;
    const { start: valueAt, kind, word } = this.#token;
    if (this.#is('{')) {
      const container = this.#container(key);
      const range = { start: valueAt, end: container.close + 1 };
      const unit = key.length > 0 ? emptyUnit(key, range, container, '{') : undefined;
      return { valueAt, container, ...(unit && { unit }) };
    }
    let text: string | undefined;
    if (kind === 'string') {
      text = '';
      do {
        const { start, end } = this.#next();
        const part = textOf(this.#text.slice(start, end));
        text = part === undefined ? undefined : text + part;
      } while (
        text !== undefined &&
        this.#is('..') &&
        this.#peek(1).kind === 'string' &&
        this.#next()
      );
    } else {
      if (this.#is('-')) this.#next();
      if (/^(?:true|false|nil)$/.test(this.#token.word) || this.#token.kind === 'number')
        this.#next();
      if (this.#isAce && word === 'true') text = own;
    }
    const range = { start: valueAt, end: this.#tokens[this.#at - 1]?.end ?? valueAt };
    const isWhole = this.#at > from && !GOES_ON.test(this.#token.word);
    if (isWhole && text !== undefined)
      return { valueAt, unit: plainUnit({ key, text, range, note: undefined }) };
    if (isWhole && kind !== 'string') {
      const unit: Unit = {
        key,
        kind: 'raw',
        text: this.#text.slice(range.start, range.end),
        range,
      };
      return { valueAt, unit };
    }
    this.#at = from;
    this.#skip();
    const skipped = this.#tokens.slice(from, this.#at);
    const hasWords = ({ kind, start, end }: Token): boolean =>
      kind === 'string' && /\p{L}{2}/u.test(this.#text.slice(start, end));
    this.code.add(key, valueAt, () => skipped.some(hasWords));
    return { valueAt };
  }

  /** Skips an expression in a table, or the first token of one in a statement. */
  #skip(): void {
    if (this.#depth === 0) {
      let last = '';
      do {
        last = this.#token.word;
        if (this.#is('function')) this.#block();
        else if (/^[({[]$/.test(last)) {
          this.#brackets();
          last = '';
        } else this.#other();
      } while (GOES_ON.test(this.#token.word) || GOES_ON.test(last));
      return;
    }
    while (!/^[,;}]$/.test(this.#token.word) && this.#token.kind !== 'end')
      if (this.#is('function')) this.#block();
      else if (/^[({[]$/.test(this.#token.word)) this.#brackets();
      else this.#next();
  }

  #container(parent: Key): Container {
    const open = this.#next();
    this.#depth += 1;
    if (this.#depth > MOST_DEPTH)
      throw formatError('too-deep', `more than ${MOST_DEPTH} levels of nesting.`, {
        ...{ text: this.#text, offset: open.start, file: this.#options.file },
      });
    const children: LiteralNode[] = [];
    let index = 0;
    while (!this.#is('}')) {
      if (this.#token.kind === 'end') throw failure('expected "}"', open.start, this.#place);
      const child = this.#item(parent, index);
      if (child.name === '') index += 1;
      children.push(child);
    }
    this.#depth -= 1;
    const close = this.#next().start;
    return { children, inside: open.end, close };
  }

  get #place() {
    return { text: this.#text, file: this.#options.file };
  }

  #item(parent: Key, index: number): LiteralNode {
    const first = this.#token;
    const from = this.#tokens[this.#at - 1]?.end ?? 0;
    const known = this.#is('[') && this.#is('=', 3) ? this.#keyAt(1) : undefined;
    const isNamed = first.kind === 'name' && this.#is('=', 1);
    let key: Key = [...parent, String(index)];
    let name = '';
    if (known !== undefined || isNamed) {
      key = [...parent, known ?? first.word];
      const [inner, last] = [this.#peek(isNamed ? 0 : 1), this.#peek(isNamed ? 0 : 2)];
      if (parent.length === 0) this.names.push({ start: inner.start, end: inner.end });
      name = this.#text.slice(first.start, last.end);
      this.#at += isNamed ? 2 : 4;
    } else if (this.#is('[')) {
      // A key that code computes.
      this.#brackets();
      name = this.#text.slice(first.start, this.#tokens[this.#at - 1]?.end);
      if (this.#is('=')) this.#next();
      this.#skip();
      key = [...parent, name];
    }
    const isCode = name.startsWith('[') && known === undefined;
    const own = isCode ? { valueAt: first.start + name.length } : this.#value(key, known ?? name);
    const end = this.#tokens[this.#at - 1]?.end ?? 0;
    let comma: Range = { start: end, end };
    if (this.#is(',') || this.#is(';')) comma = this.#next();
    else if (!this.#is('}')) throw failure('expected "," or "}"', this.#token.start, this.#place);
    const { start: next, comments: behind } = this.#token;
    return literalNode(
      this.#text,
      {
        ...{ key, start: first.start, from, above: first.comments, name, ...own },
        ...{ comma: { start: comma.start, end: comma.end }, next, behind },
      },
      OUT,
    );
  }
}
