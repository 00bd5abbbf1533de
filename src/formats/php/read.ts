import type { Key, ParseOptions, Range, Unit } from '../../model/index.js';
import { blockOf, type Item, noteOf, type Surroundings } from '../kit/items.js';
import { plainUnit } from '../kit/tree-codec.js';
import type { Growing, TreeFile } from '../kit/tree.js';
import { type Expression, Expressions, Lexer, type Token } from './lexer.js';
import { textOf } from './literals.js';

/** An item of an array, or an assignment. */
export interface PhpNode extends Item {
  readonly isStatement: boolean;
  /** Its key as written: `'a'`, `$lang['a']`; '' for an element of a list. */
  readonly name: string;
  /** Text between key and value: ` => `, ` = `. */
  readonly arrow: string;
  /** What surrounds a `define` with a condition of its own. */
  readonly guard?: readonly [before: string, behind: string];
  readonly children?: readonly PhpNode[];
}

/** An array that has not got a key yet. */
interface ArrayBody {
  readonly children: readonly PhpNode[];
  readonly inside: number;
  readonly close: number;
  readonly isLong: boolean;
}

/** The style of a file, for new items. */
interface Habits {
  /** `'` or `"`. */
  readonly quote: string;
  readonly keyQuote: string;
  /** One level of indentation. */
  readonly step: string;
  /** Arrays are written as `array(…)`. */
  readonly isLong: boolean;
  /** The last line of a multi-line array ends in a comma. */
  readonly isTrailing: boolean;
}

/** The majority style of a file, or else that of PHP's own guides. */
function habitsOf(text: string, arrays: readonly ArrayBody[], root: PhpNode): Habits {
  // Above 0: more are in double quotes, lack their last comma, or are long.
  let [quotes, keyQuotes, commas, brackets] = [0, 0, 0, 0];
  const nodes = [...arrays.flatMap(({ children }) => children), ...(root.children ?? [])];
  for (const { unit, name } of nodes) {
    if (unit?.kind === 'text') quotes += text.charCodeAt(unit.range.start) === 34 ? 1 : -1;
    const quote = name.replace(/^(?:\$\w+\s*\[|[^]*?\bdefine\s*\()\s*/i, '').charAt(0);
    if (quote === '"' || quote === "'") keyQuotes += quote === '"' ? 1 : -1;
  }
  for (const { children, isLong } of arrays) {
    brackets += isLong ? 1 : -1;
    const last = children.at(-1);
    if (last?.comma !== undefined && last.indent !== undefined)
      commas += last.comma.start === last.comma.end ? 1 : -1;
  }
  return {
    quote: quotes > 0 ? '"' : "'",
    keyQuote: keyQuotes > 0 ? '"' : "'",
    step: stepOf(nodes, root) ?? '    ',
    isLong: brackets > 0,
    isTrailing: commas <= 0,
  };
}

function endOfStatement(lexer: Lexer): void {
  // PHP also ends a statement at `?>`, but not at the end of the file.
  if (lexer.token.kind !== 'close') lexer.expect(';');
}

/**
 * A statement that may surround the arrays and holds no texts: `declare`, `namespace`, `use`, and
 * conditions that prevent direct access or start with an empty array.
 */
class Statement {
  readonly #lexer: Lexer;
  readonly #expressions: Expressions<ArrayBody>;

  constructor(lexer: Lexer, expressions: Expressions<ArrayBody>) {
    this.#lexer = lexer;
    this.#expressions = expressions;
  }

  /** @throws FormatError `syntax` for any other statement */
  skip(): void {
    const lexer = this.#lexer;
    if (lexer.isWord('declare')) this.#declare();
    else if (lexer.isWord('namespace') || lexer.isWord('use')) this.#use();
    else if (lexer.isWord('defined')) this.#guard();
    else if (lexer.isWord('if')) this.#if();
    else throw this.#unexpected();
  }

  #unexpected(at?: Token): Error {
    return this.#lexer.fail('expected "return [" or an assignment such as "$lang[\'key\'] = "', at);
  }

  #declare(): void {
    const lexer = this.#lexer;
    lexer.next();
    lexer.expect('(');
    while (!lexer.is(')') && lexer.token.kind !== 'end') lexer.next();
    lexer.expect(')');
    endOfStatement(lexer);
  }

  #use(): void {
    const lexer = this.#lexer;
    lexer.next();
    while (lexer.token.kind === 'name' || lexer.is(',')) lexer.next();
    endOfStatement(lexer);
  }

  /** `defined('X') || exit;`, which prevents direct access to the file. */
  #guard(): void {
    const lexer = this.#lexer;
    lexer.next();
    this.#parenthesised();
    if (!lexer.is('||') && !lexer.isWord('or')) throw lexer.fail('expected "||"');
    lexer.next();
    this.#exit();
  }

  #if(): void {
    const lexer = this.#lexer;
    const condition = lexer.next();
    const isGuard = /^\(\s*!\s*defined\b/i.test(lexer.text.slice(lexer.token.start));
    this.#parenthesised();
    const isBlock = lexer.is('{');
    if (isBlock) lexer.next();
    if (isGuard) this.#exit();
    else this.#emptyArray(condition);
    if (isBlock) lexer.expect('}');
  }

  /** phpBB's `if (empty($lang)) { $lang = []; }`. */
  #emptyArray(condition: Token): void {
    const lexer = this.#lexer;
    if (lexer.token.kind !== 'variable') throw this.#unexpected(condition);
    lexer.next();
    if (!lexer.is('=')) throw this.#unexpected(condition);
    lexer.next();
    const { token } = lexer;
    const { array } = this.#expressions.read([]);
    if (array?.children.length !== 0) throw lexer.fail('expected an empty array', token);
    endOfStatement(lexer);
  }

  #parenthesised(): void {
    this.#lexer.expect('(');
    this.#expressions.read([]);
    this.#lexer.expect(')');
  }

  #exit(): void {
    const lexer = this.#lexer;
    if (!/^(?:exit|die|return)$/i.test(lexer.token.word)) throw lexer.fail('expected "exit"');
    lexer.next();
    if (lexer.is('(')) {
      lexer.next();
      if (!lexer.is(')')) this.#expressions.read([]);
      lexer.expect(')');
    }
    endOfStatement(lexer);
  }
}

/** Indentation of an array's items relative to its own line. */
function stepOf(nodes: readonly PhpNode[], root: PhpNode): string | undefined {
  for (const { indent, children } of [...nodes, { ...root, indent: '' }]) {
    const inner = children?.find((child) => !child.isStatement)?.indent;
    if (indent === undefined || inner === undefined) continue;
    if (inner.length > indent.length && inner.startsWith(indent)) return inner.slice(indent.length);
  }
  return undefined;
}

/** How a commented-out pair starts. */
const OUT = /^(?:['"][^'"]*['"]\s*=>|\$\w+\s*\[|return\b)/;

export interface PhpFile extends TreeFile<PhpNode> {
  readonly habits: Habits;
  /**
   * The variable whose keys are those of the file: `$lang`. Undefined: the file returns an array.
   */
  readonly variable: string | undefined;
  /** Its keys are constants: `define('KEY', 'text');`. */
  readonly isDefines: boolean;
}

/**
 * Arrays of a PHP file, which is never run: `return [...]`, and `$lang['key'] = …`.
 * @throws FormatError `syntax` for code other than arrays
 */
export function read(text: string, { file }: ParseOptions = {}): PhpFile {
  return new Reader(text, file).read();
}

/** The last name of a key, in quotes: `'a'`, `$lang['js']['a']`. */
const LAST_NAME =
  /(?:^|\[\s*|^define\s*\(\s*)('(?:\\[^]|[^'\\])*'|"(?:\\[^]|[^"\\])*")(?:\s*\]|$)$/i;

/** A condition that lets another file define a constant first. */
const GUARDED =
  /^(?:if\s*\(\s*!\s*defined\s*\([^()]*\)\s*\)\s*\{?|defined\s*\([^()]*\)\s*(?:\|\||or\b))\s*define\b/i;

/** A value with its key. */
interface Written {
  readonly guard?: PhpNode['guard'];
  readonly key: Key;
  /** End of the key; the start of the item if it has none. */
  readonly nameEnd: number;
  readonly value: Expression<ArrayBody>;
  readonly around: Surroundings;
  /** Undefined for a statement. */
  readonly comma: Range | undefined;
  /** Its key or position depends on code. */
  readonly isOpaque: boolean;
}

class Reader {
  readonly #text: string;
  readonly #lexer: Lexer;
  readonly #expressions: Expressions<ArrayBody>;
  readonly #arrays: ArrayBody[] = [];
  readonly #statements: PhpNode[] = [];
  #variable: string | undefined;
  #isDefines = false;
  #returned: ArrayBody | undefined;
  #assigned: ArrayBody | undefined;
  /** Items of further arrays that are merged into the variable. */
  readonly #merged: PhpNode[] = [];

  constructor(text: string, file: string | undefined) {
    this.#text = text;
    this.#lexer = new Lexer(text, file);
    this.#expressions = new Expressions(this.#lexer, (key) => this.#array(key));
  }

  read(): PhpFile {
    const lexer = this.#lexer;
    while (lexer.token.kind !== 'end') this.#statement();
    const text = this.#text;
    const arrays = this.#arrays;
    const body = this.#returned ?? this.#assigned;
    const children = [...(body?.children ?? []), ...this.#merged, ...this.#statements].sort(
      (a, b) => a.block.start - b.block.start,
    );
    const root: PhpNode = {
      ...{ key: [], block: { start: 0, end: text.length }, children, inside: text.length },
      ...{ isStatement: false, indent: undefined, isSpaced: false, name: '', arrow: '' },
      ...(body && { inside: body.inside, close: body.close }),
    };
    let habits: Habits | undefined;
    return {
      ...{ text, root, variable: this.#variable, isDefines: this.#isDefines },
      get habits() {
        return (habits ??= habitsOf(text, arrays, root));
      },
    };
  }

  #statement(): void {
    const lexer = this.#lexer;
    const { token } = lexer;
    if (token.kind === 'close' || lexer.is(';')) lexer.next();
    else if (token.kind === 'variable') this.#assignment();
    else if (lexer.isWord('return')) this.#return();
    else if (lexer.isWord('define')) this.#define();
    else if (GUARDED.test(this.#text.slice(token.start, token.start + 300))) this.#guarded();
    else new Statement(lexer, this.#expressions).skip();
  }

  #return(): void {
    const lexer = this.#lexer;
    lexer.next();
    if (lexer.token.kind === 'variable') {
      if (lexer.token.word !== this.#variable) throw lexer.fail('expected an array');
      lexer.next();
    } else {
      const { token } = lexer;
      const { array } = this.#expressions.read([]);
      if (array === undefined || this.#variable !== undefined || this.#returned !== undefined)
        throw lexer.fail(
          array === undefined ? 'expected a single array' : 'expected the end of the file',
          token,
        );
      this.#returned = array;
    }
    endOfStatement(lexer);
    while (lexer.token.kind === 'close' || lexer.is(';')) lexer.next();
    if (lexer.token.kind !== 'end') throw lexer.fail('expected the end of the file');
  }

  #assignment(): void {
    const lexer = this.#lexer;
    const { done: from, comments: above } = lexer;
    const { start, word } = lexer.next();
    this.#variable ??= word;
    const path: string[] = word === this.#variable ? [] : [word];
    while (lexer.is('[')) path.push(this.#index());
    const nameEnd = lexer.done;
    if (!lexer.is('=')) throw lexer.fail('expected "[" or "="');
    lexer.next();
    const isMerge = path.length === 0 && lexer.isWord('array_merge');
    const value = isMerge ? this.#merge() : this.#expressions.read(path);
    endOfStatement(lexer);
    if (path.length === 0 && value.array !== undefined && this.#assigned === undefined) {
      this.#assigned = value.array;
      return;
    }
    if (isMerge && value.array !== undefined) {
      this.#merged.push(...value.array.children);
      return;
    }
    this.#statementNode({ key: path, nameEnd, value, isOpaque: false }, { from, start, above });
  }

  /** XOOPS's `if (!defined('KEY')) { define('KEY', 'text'); }`, also with several in its braces. */
  #guarded(): void {
    const lexer = this.#lexer;
    const { done: from, comments: above, token } = lexer;
    let last = token;
    while (!lexer.isWord('define')) last = lexer.next();
    const isBlock = last.word === '{';
    const isClosed = this.#define({ from, above, start: token.start, isBlock });
    if (!isBlock || isClosed) return;
    while (lexer.isWord('define')) this.#define();
    lexer.expect('}');
  }

  /**
   * `define('KEY', 'text');`
   * @param outer the condition before it
   * @returns whether it is all that the condition's braces contain
   */
  #define(outer?: {
    readonly from: number;
    readonly above: readonly Range[];
    readonly start: number;
    readonly isBlock: boolean;
  }): boolean {
    const lexer = this.#lexer;
    const text = this.#text;
    const { done, comments } = lexer;
    const { start } = lexer.next();
    this.#isDefines = true;
    lexer.expect('(');
    const name = this.#keyOf(this.#expressions.read([]));
    const nameEnd = lexer.done;
    lexer.expect(',');
    const key = [name ?? text.slice(start, nameEnd)];
    const value = this.#expressions.read(key);
    // Whether its case counts.
    if (lexer.is(',')) {
      lexer.next();
      if (!lexer.is(')')) this.#expressions.read([]);
    }
    lexer.expect(')');
    endOfStatement(lexer);
    const node = { key, nameEnd, value, isOpaque: name === undefined };
    const end = lexer.done;
    const isClosed = outer?.isBlock === true && lexer.is('}');
    if (isClosed) lexer.next();
    if (outer === undefined || (outer.isBlock && !isClosed))
      this.#statementNode(node, { from: done, start, above: comments });
    else {
      const guard = [text.slice(outer.start, start), text.slice(end, lexer.done)] as const;
      this.#statementNode({ ...node, guard }, outer);
    }
    return isClosed;
  }

  #statementNode(
    node: Omit<Written, 'around' | 'comma'>,
    { from, start, above }: { from: number; start: number; above: readonly Range[] },
  ): void {
    const lexer = this.#lexer;
    // A comment at the top with several lines is about the file.
    const isFirst = this.#statements.length === 0 && this.#assigned === undefined;
    const around = {
      ...{
        from,
        item: { start, end: lexer.done },
        next: lexer.token.start,
        behind: lexer.comments,
      },
      above: above.filter(
        (one) => !isFirst || !/[\n\r]/.test(this.#text.slice(one.start, one.end)),
      ),
    };
    this.#statements.push(this.#node({ ...node, around, comma: undefined }));
  }

  /** phpBB's `array_merge($lang, [...])`: its items are those of the variable. */
  #merge(): Expression<ArrayBody> {
    const lexer = this.#lexer;
    const { start } = lexer.next();
    lexer.expect('(');
    const { kind, word } = lexer.token;
    if (kind !== 'variable' || word !== this.#variable)
      throw lexer.fail(`expected the variable that the result is assigned to`);
    lexer.next();
    lexer.expect(',');
    const { token } = lexer;
    const { array } = this.#expressions.read([]);
    if (array === undefined) throw lexer.fail('expected an array', token);
    if (lexer.is(',')) lexer.next();
    lexer.expect(')');
    return { start, end: lexer.done, array };
  }

  #index(): string {
    const lexer = this.#lexer;
    lexer.expect('[');
    const { token } = lexer;
    const key = this.#keyOf(this.#expressions.read([]));
    if (key === undefined) throw lexer.fail('expected a string or a number as the key', token);
    lexer.expect(']');
    return key;
  }

  /** The array whose bracket is the current token. */
  #array(key: Key): ArrayBody {
    const lexer = this.#lexer;
    const isLong = lexer.token.kind === 'name';
    if (isLong) lexer.next();
    const inside = lexer.next().end;
    const end = isLong ? ')' : ']';
    const children: PhpNode[] = [];
    let index = 0;
    while (!lexer.is(end)) {
      const child = this.#item(key, index, end);
      children.push(child);
      const own = /^-?\d+$/.test(child.key.at(-1) ?? '') ? Number(child.key.at(-1)) : -1;
      index = Math.max(index, own + 1);
    }
    const close = lexer.next().start;
    const body = { children, inside, close, isLong };
    this.#arrays.push(body);
    return body;
  }

  #item(parent: Key, index: number, end: string): PhpNode {
    const lexer = this.#lexer;
    const { done: from, comments: above } = lexer;
    const { start } = lexer.token;
    const isSpread = lexer.is('...');
    if (isSpread) lexer.next();
    let key: Key = [...parent, String(index)];
    let value = this.#expressions.read(key);
    let nameEnd = start;
    let isOpaque = isSpread;
    if (lexer.is('=>') && !isSpread) {
      nameEnd = lexer.done;
      const name = this.#keyOf(value);
      isOpaque = name === undefined;
      key = [...parent, name ?? this.#text.slice(start, nameEnd)];
      lexer.next();
      value = this.#expressions.read(key);
    }
    let comma: Range = { start: value.end, end: value.end };
    if (lexer.is(',')) comma = lexer.next();
    else if (!lexer.is(end)) throw lexer.fail(`expected "," or "${end}"`);
    const item = { start, end: comma.end };
    const around = { from, item, next: lexer.token.start, above, behind: lexer.comments };
    return this.#node({ key, nameEnd, value, around, comma, isOpaque });
  }

  /** A value with its block and what new neighbours need. */
  #node({ key, nameEnd, value, around, comma, isOpaque, guard }: Written): PhpNode {
    const text = this.#text;
    const { start, end, comments, indent, isSpaced } = blockOf(text, around, OUT);
    const node: Growing<PhpNode> = {
      key,
      block: { start, end },
      isStatement: comma === undefined,
      indent,
      isSpaced,
      name: text.slice(around.item.start, nameEnd),
      arrow: text.slice(nameEnd, value.start),
    };
    if (comma !== undefined) node.comma = { start: comma.start, end: comma.end };
    if (guard !== undefined) node.guard = guard;
    if (isOpaque) return node;
    const named = LAST_NAME.exec(node.name);
    if (named?.[1] !== undefined) {
      const begin = around.item.start + named.index + named[0].indexOf(named[1]);
      node.named = { start: begin, end: begin + named[1].length };
    }
    const unit = this.#unit(key, value, noteOf(text, comments, OUT));
    if (unit !== undefined) node.unit = unit;
    if (value.array !== undefined) {
      node.children = value.array.children;
      node.inside = value.array.inside;
      node.close = value.array.close;
    }
    return node;
  }

  #unit(key: Key, value: Expression<ArrayBody>, note: string): Unit | undefined {
    const { start, end, literals, array } = value;
    const range = { start, end };
    const text = literals && this.#textOf(literals);
    if (text !== undefined) return plainUnit({ key, text, range, note });
    if (array === undefined) return { key, kind: 'raw', text: this.#text.slice(start, end), range };
    return array.children.length === 0 ? { key, kind: 'raw', text: '[]', range } : undefined;
  }

  #textOf(literals: readonly Token[]): string | undefined {
    let whole = '';
    for (const { start, end } of literals) {
      const text = textOf(this.#text.slice(start, end));
      if (text === undefined) return undefined;
      whole += text;
    }
    return whole;
  }

  /** A key that is a text or an integer. Undefined if it depends on code. */
  #keyOf({ literals, start, end }: Expression<ArrayBody>): string | undefined {
    if (literals !== undefined) return this.#textOf(literals);
    const raw = this.#text.slice(start, end).replace(/\s|_/g, '');
    if (/^-?(?:0|[1-9]\d*)$/.test(raw)) return raw === '-0' ? '0' : raw;
    if (/^0(?:[xX][\da-fA-F]+|[bB][01]+|[oO][0-7]+)$/.test(raw)) return String(Number(raw));
    return /^0[0-7]+$/.test(raw) ? String(Number.parseInt(raw, 8)) : undefined;
  }
}
