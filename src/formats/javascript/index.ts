import type * as t from '@babel/types';
import type { DeriveOptions, InsertEdit, Key, ParseOptions, Range } from '../../model/index.js';
import { CodeValues } from '../kit/code-values.js';
import { noRoom } from '../kit/edits.js';
import { hasBom, lineEnd } from '../kit/layout.js';
import {
  emptyUnit,
  habitsOf,
  literalNode,
  literals,
  renamedRoot,
  rootIn,
} from '../kit/object-literals.js';
import type { Container, LiteralFile, LiteralNode, Written } from '../kit/object-literals.js';
import type { Splice } from '../kit/splices.js';
import { plainUnit, treeCodec } from '../kit/tree-codec.js';
import type { Landing, TreeFormat } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { about } from './about.js';
import {
  childrenOf,
  type Exported,
  exportsOf,
  isContainer,
  isLoad,
  parseModule,
  rangeOf,
  unwrapped,
} from './exports.js';
import { respelled, respellings } from './respell.js';

/** Modules of JavaScript and TypeScript that export objects of texts. They are never run. */
const format: TreeFormat<ModuleFile> = { ...about, ...literals, read, land, derived: respell };

/**
 * What the source exports on its own is not a member of the object, and the other way round. @throws
 * EditError if there is no such statement yet
 */
function land(
  { key, from }: InsertEdit,
  { parent, behind }: Landing<LiteralNode>,
  { root, bare }: ModuleFile,
): Landing<LiteralNode> {
  const { children = [] } = parent;
  if (parent !== root || children.every(({ statement }) => statement === undefined))
    return { parent, behind };
  const name = key[0] ?? '';
  const isName = /^[A-Za-z_$][\w$]*$/.test(name);
  const own = isName ? `(?:const|let|var|exports\\.)\\s*${name.replaceAll('$', '\\$')}\\b` : '$^';
  const isOwn = parent.close === undefined || new RegExp(own).test(from?.document.text ?? '');
  const isAlike = ({ statement }: LiteralNode): boolean => (statement !== undefined) === isOwn;
  if (isOwn && !children.some(isAlike)) throw noRoom(key, key.slice(0, 1));
  if (!isOwn && !children.some(isAlike)) return { parent: bare, behind: -1 };
  const before = children.slice(0, behind + 1).findLastIndex(isAlike);
  if (before !== -1 || !isOwn) return { parent, behind: before };
  return { parent, behind: children.findIndex(isAlike) };
}

export const javascript = treeCodec(format);

interface ModuleFile extends LiteralFile {
  /** As its path spells it. */
  readonly locale: string | undefined;
  /** The object as it is when it has no members yet, without the statements beside it. */
  readonly bare: LiteralNode;
}

/** How a commented-out member starts. */
const OUT =
  /^(?:(?:'[^'\n]*'|"[^"\n]*"|\[?[\w$.]+\]?)\s*:\s*(?:['"`[{\d(]|true|false|null|\w+\s*=>)|(?:import|export)\s)/;

/**
 * Texts of the objects that a module exports; it is never run.
 * @throws FormatError `syntax`, `too-deep`, `root-key`
 */
function read(text: string, options: ParseOptions = {}): ModuleFile {
  const ast = parseModule(text, options);
  const reader = new Reader(text, ast, options);
  const top = reader.top();
  let habits: LiteralFile['habits'] | undefined;
  const { root, newRootKey, facts } = rootIn(text, top, options);
  return {
    ...{
      text,
      root,
      bare: { ...root, children: [] },
      locale: options.locale,
      around: reader.around(),
    },
    ...(newRootKey !== undefined && { newRootKey }),
    problems: reader.code.problems(text, options),
    facts: { ...facts, ...reader.code.references(root === top ? 0 : 1) },
    get habits() {
      return (habits ??= habitsOf(text, top));
    },
  };
}

/** Sets a new target's own locale in names, paths and the root key. */
function respell(file: ModuleFile, { locale }: DeriveOptions): readonly Splice[] {
  if (file.locale === undefined) return renamedRoot(file, { locale, language: locale });
  const ast = parseModule(file.text, {});
  const declared = new Set(ast.program.body.flatMap(namesIn));
  return [
    ...renamedRoot(file, { locale, language: locale }),
    ...respellings(ast, declared, { from: file.locale, to: locale }),
  ];
}

/** Names of variables that a statement declares, and of what it exports. */
function namesIn(node: t.Statement): readonly string[] {
  if (node.type === 'ExportNamedDeclaration' && node.declaration) return namesIn(node.declaration);
  if (node.type === 'VariableDeclaration')
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression')
    return [];
  const { left } = node.expression;
  return left.type === 'MemberExpression' && left.property.type === 'Identifier'
    ? [left.property.name]
    : [];
}

class Reader {
  readonly #text: string;
  readonly #options: ParseOptions;
  readonly #comments: readonly Range[];
  readonly #exports: readonly Exported[];
  readonly #isEmpty: boolean;
  readonly code = new CodeValues();

  constructor(text: string, ast: t.File, options: ParseOptions) {
    this.#text = text;
    this.#options = options;
    this.#comments = (ast.comments ?? []).map(rangeOf);
    this.#exports = exportsOf(ast);
    this.#isEmpty = ast.program.body.length === 0;
  }

  /** @throws FormatError `syntax` for a target that exports no object although its source does */
  top(): LiteralNode {
    const text = this.#text;
    const objects = this.#exports.filter(({ value }) => isContainer(value));
    const named = objects.find(({ name }) => this.#isLocale(name));
    const main =
      objects.find(({ name }) => name === '') ??
      named ??
      objects.find(({ isMember }) => objects.length === 1 && isMember !== true);
    const value = main?.value;
    const container = value && isContainer(value) ? this.#container(value, []) : undefined;
    const others = objects.length > 0 ? objects : this.#exports.filter((one) => textOf(one.value));
    const statements = others.flatMap((one) => (one === main ? [] : this.#statement(one)));
    const { source, file } = this.#options;
    if (container === undefined && statements.length === 0 && !this.#isEmpty)
      if (source !== undefined && source.units.length > 0)
        throw formatError('syntax', 'this module exports no object with texts.', {
          ...{ text, offset: 0, file },
        });
    const children = [...(container?.children ?? []), ...statements];
    return {
      ...{ key: [], block: { start: 0, end: text.length }, indent: '', isSpaced: false },
      ...{ name: '', colon: '', inside: text.length, ...container },
      children: children.sort((a, b) => a.block.start - b.block.start),
    };
  }

  /** What surrounds the members of an empty file: as in its source. */
  around(): readonly [string, string] {
    const model = this.#options.source?.text ?? '';
    const isScript = /^[ \t]*module\.exports\b/m.test(model);
    return [isScript ? 'module.exports = {' : 'export default {', '};'];
  }

  #isCode(key: Key, node: t.Node): void {
    this.code.add(key, node.start ?? 0, () => hasWords(node));
  }

  #isLocale(name: string): boolean {
    const { locale } = this.#options;
    return locale !== undefined && respelled(name, locale, 'xx') === 'xx';
  }

  /** The name of an export, without the file's own locale. */
  #neutral(name: string): string {
    const { locale } = this.#options;
    return (locale !== undefined && respelled(name, locale, '{locale}')) || name;
  }

  #statement({ name, value, statement }: Exported): readonly LiteralNode[] {
    if (statement === undefined) {
      this.#isCode([name], value);
      return [];
    }
    const text = this.#text;
    const key = [this.#neutral(name)];
    const { start, end, nameAt } = statement;
    const own = this.#value(value, key);
    const from = this.#lineFrom(start);
    const node = literalNode(
      text,
      {
        ...{ key, start, from, name: text.slice(start, nameAt + name.length), end, ...own },
        next: end,
        ...this.#around({ from, start, end, next: lineEnd(text, end) }),
      },
      OUT,
    );
    const last = own.container === undefined ? rangeOf(value).end : own.container.close + 1;
    const first = own.container === undefined ? own.valueAt : own.container.inside - 1;
    const behind = nameAt + name.length;
    return [
      {
        ...node,
        statement: [text.slice(start, nameAt), text.slice(behind, first), text.slice(last, end)],
      },
    ];
  }

  #container(node: t.ObjectExpression | t.ArrayExpression, key: Key): Container {
    const { start, end } = rangeOf(node);
    const items = node.type === 'ObjectExpression' ? node.properties : node.elements;
    const children: LiteralNode[] = [];
    let from = start + 1;
    items.forEach((item, at) => {
      if (item === null) return;
      const comma = this.#comma(rangeOf(item).end, end - 1);
      const next = this.#token(comma.end, end - 1);
      children.push(this.#item(item, [...key], { at, from, comma, next }));
      from = comma.end;
    });
    return { children, inside: start + 1, close: end - 1 };
  }

  #item(
    item: t.ObjectMember | t.SpreadElement | t.Expression,
    parent: Key,
    { at, from, comma, next }: { at: number; from: number; comma: Range; next: number },
  ): LiteralNode {
    const text = this.#text;
    const start = this.#token(from, rangeOf(item).start);
    const place = {
      start,
      from,
      comma,
      next,
      ...this.#around({ from, start, end: comma.end, next }),
    };
    const code = (name: string, key = name): LiteralNode => {
      this.#isCode([...parent, key], item);
      return literalNode(
        text,
        { ...place, key: [...parent, key], name, valueAt: start + name.length },
        OUT,
      );
    };
    if (item.type === 'SpreadElement') return code(text.slice(start, rangeOf(item).end));
    if (item.type !== 'ObjectProperty' && item.type !== 'ObjectMethod') {
      const key = [...parent, String(at)];
      return literalNode(text, { ...place, key, name: '', ...this.#value(item, key) }, OUT);
    }
    const own = rangeOf(item.key);
    // A computed key ends with its bracket.
    const nameEnd = item.computed ? this.#token(own.end, comma.start) + 1 : own.end;
    const name = text.slice(start, nameEnd);
    const key = keyOf(item, name);
    if (key === undefined) return code(name);
    if (item.type === 'ObjectMethod' || item.shorthand) return code(name, key);
    const path = [...parent, key];
    return literalNode(
      text,
      { ...place, key: path, name, ...this.#value(item.value as t.Expression, path) },
      OUT,
    );
  }

  /** A text, another literal, a container, or code. */
  #value(value: t.Expression, key: Key): Pick<Written, 'unit' | 'container' | 'valueAt'> {
    const node = unwrapped(value, /^Object\.freeze$/);
    const range = rangeOf(node);
    const valueAt = range.start;
    const string = textOf(node);
    if (string !== undefined)
      return { valueAt, unit: plainUnit({ key, text: string.text, range, note: undefined }) };
    if (isContainer(node) && isKeyed(node)) {
      const container = this.#container(node, key);
      const unit = emptyUnit(key, range, container, this.#text.charAt(range.start));
      return { valueAt, container, ...(unit && { unit }) };
    }
    const text = this.#text.slice(range.start, range.end);
    if (isConstant(node)) return { valueAt, unit: { key, kind: 'raw', text, range } };
    this.#isCode(key, node);
    return { valueAt };
  }

  #around({ from, start, end, next }: Range & { from: number; next: number }): {
    readonly above: readonly Range[];
    readonly behind: readonly Range[];
  } {
    return { above: this.#commentsIn(from, start), behind: this.#commentsIn(end, next) };
  }

  #commentsIn(start: number, end: number): readonly Range[] {
    return this.#comments.slice(this.#commentAt(start), this.#commentAt(end));
  }

  /** Index of the first comment that starts at an offset or behind it. */
  #commentAt(offset: number): number {
    let [low, high] = [0, this.#comments.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#comments[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The first token from an offset on, at most that at `most`. */
  #token(from: number, most: number): number {
    let at = from;
    for (let next = this.#commentAt(from); at < most; next += 1) {
      const { start = most, end = most } = this.#comments[next] ?? {};
      const found = /\S/.exec(this.#text.slice(at, Math.min(start, most)));
      if (found !== null) return at + found.index;
      at = end;
    }
    return most;
  }

  /** The comma behind a value; empty, at the value's end, if there is none. */
  #comma(end: number, most: number): Range {
    let last = end;
    let at = this.#token(end, most);
    while (this.#text.charAt(at) === ')' && at < most) {
      last = at + 1;
      at = this.#token(last, most);
    }
    const hasComma = at < most && this.#text.charAt(at) === ',';
    return hasComma ? { start: at, end: at + 1 } : { start: last, end: last };
  }

  /** Where comments above a statement may start: behind the last one. */
  #lineFrom(start: number): number {
    let from = start;
    for (let at = this.#commentAt(start) - 1; at >= 0; at -= 1) {
      const above = this.#comments[at];
      if (above === undefined || this.#text.slice(above.end, from).trim() !== '') break;
      from = above.start;
    }
    const first = hasBom(this.#text) ? 1 : 0;
    while (from > first && /\s/.test(this.#text.charAt(from - 1))) from -= 1;
    return from;
  }
}

/** A text, or texts joined by `+`. */
function textOf(node: t.Node): { readonly text: string } | undefined {
  if (node.type === 'StringLiteral') return { text: node.value };
  if (node.type === 'TemplateLiteral') {
    const { quasis } = node;
    const text = quasis[0]?.value.cooked;
    return quasis.length === 1 && typeof text === 'string' ? { text } : undefined;
  }
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  // Long sums are deep on their left side.
  const parts: string[] = [];
  let left: t.Node = node;
  while (left.type === 'BinaryExpression' && left.operator === '+') {
    const right = left.right.type === 'BinaryExpression' ? undefined : textOf(left.right);
    if (right === undefined) return undefined;
    parts.unshift(right.text);
    ({ left } = left);
  }
  const first = textOf(left);
  return first && { text: first.text + parts.join('') };
}

/** The name of a member. Undefined if it depends on code, other than a name of a constant. */
function keyOf(
  { key, computed }: t.ObjectProperty | t.ObjectMethod,
  name: string,
): string | undefined {
  const literal =
    textOf(key)?.text ??
    (key.type === 'NumericLiteral' || key.type === 'BigIntLiteral' ? String(key.value) : undefined);
  const plain = key.type === 'Identifier' && !computed ? key.name : literal;
  if (plain !== undefined) return plain === '__proto__' ? undefined : plain;
  return computed && /^\[[\w$.]+\]$/.test(name) ? name : undefined;
}

/** Whether the position of each element is known. */
function isKeyed(node: t.ObjectExpression | t.ArrayExpression): boolean {
  if (node.type === 'ObjectExpression') return true;
  return node.elements.every((one) => one !== null && one.type !== 'SpreadElement');
}

/** A value that needs nothing else, so that it can be copied to other files. */
function isConstant(node: t.Node): boolean {
  if (node.type === 'UnaryExpression')
    return isConstant(node.argument) && /^[-+!~]$|^void$/.test(node.operator);
  if (node.type === 'Identifier') return /^(?:undefined|NaN|Infinity)$/.test(node.name);
  return /^(?:Numeric|Boolean|Null|BigInt|RegExp|Decimal)Literal$/.test(node.type);
}

/** Whether code contains a text for people. */
function hasWords(node: t.Node): boolean {
  switch (node.type) {
    case 'StringLiteral':
    case 'JSXText':
      return WORD.test(node.value);
    case 'TemplateElement':
      return WORD.test(node.value.raw);
    case 'Identifier':
      return false;
    default:
      if (isLoad(node)) return false;
      if (node.type.startsWith('TS'))
        return 'expression' in node && hasWords(node.expression as t.Node);
      return childrenOf(node).some(([role, child]) => role !== 'key' && hasWords(child));
  }
}

const WORD = /\p{L}{2}/u;
