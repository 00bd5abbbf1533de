import type {
  DeriveOptions,
  Document,
  InsertEdit,
  Key,
  ParseOptions,
  Range,
  SetEdit,
  Unit,
} from '../../model/index.js';
import { unicodeEscape } from './character-escapes.js';
import { leafOf, noRoom } from './edits.js';
import { blankLine, blockOf, inBrackets, indentOf, type Item, newItem, noteOf } from './items.js';
import { detectNewline } from './layout.js';
import { hasSectionLike, requireRootKey, sameLocale } from './root-key.js';
import type { Splice } from './splices.js';
import type { NewNode, Place, TreeFile, TreeFormat } from './tree.js';

// What JSON5, modules of JavaScript and tables of Lua share: literals of objects and arrays.

/** A member of an object, or an element of an array. */
export interface LiteralNode extends Item {
  /** Its key as written; '' for an element. */
  readonly name: string;
  /** What a statement that exports a value has around its name and behind its value. */
  readonly statement?: readonly [before: string, between: string, behind: string];
  /** Text between key and value: `: `. */
  readonly colon: string;
  readonly children?: readonly LiteralNode[];
}

export interface LiteralFile extends TreeFile<LiteralNode> {
  readonly habits: Habits;
  /** A root key to write with the file's first text. */
  readonly newRootKey?: string;
  /** What surrounds the members of a new file. Default: braces alone. */
  readonly around?: readonly [string, string];
  /** What the first member is written like in a file that has none. Default: in `around`. */
  readonly first?: LiteralNode['statement'];
  /** Default: JavaScript's. */
  readonly language?: LiteralLanguage;
}

/** How a language spells literals. */
export interface LiteralLanguage {
  /** Between a key and its value. */
  readonly colon: string;
  /** Around a list. */
  readonly list: readonly [open: string, close: string];
  readonly isList: (node: LiteralNode, text: string) => boolean;
  /** @param quote the first character of the value before it, or of most values */
  readonly quoted: (text: string, quote: string) => string;
  /** @param style a quote; '' if keys beside it have none */
  readonly key: (key: string, style: string, habits: Habits) => string;
  /** The name in a statement; undefined if there cannot be one. */
  readonly path: (key: Key, near: LiteralNode | undefined, habits: Habits) => string | undefined;
}

/** The style of a file, for new members. */
export interface Habits {
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
export function habitsOf(text: string, root: LiteralNode): Habits {
  const quotes = new Map<string, number>();
  const keyQuotes = new Map<string, number>();
  const commas = new Map<string, number>();
  let step: string | undefined;
  const visit = (node: LiteralNode): void => {
    const { children = [], indent } = node;
    for (const { unit, name, indent: inner } of children) {
      if (unit?.kind === 'text') count(quotes, text.charAt(unit.range.start));
      if (name !== '' && !/^\[\s*\w/.test(name)) count(keyQuotes, quoteOf(name));
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

/** The quote of a key as written: `'a'`, `["a"]`; '' if it has none. */
function quoteOf(name: string): string {
  return /['"]/.exec(name)?.[0] ?? '';
}

function count(votes: Map<string, number>, vote: string): void {
  votes.set(vote, (votes.get(vote) ?? 0) + 1);
}

function most(votes: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined;
  for (const [vote, times] of votes) if (times > (votes.get(best ?? '\0') ?? 0)) best = vote;
  return best;
}

/** A member or element with its surroundings, and what its value is. */
export interface Written {
  readonly key: Key;
  /** Start of its name, or of an element. */
  readonly start: number;
  /** End of the token before it. */
  readonly from: number;
  readonly above: readonly Range[];
  /** '' for an element. */
  readonly name: string;
  /** Absent: the value is code. */
  readonly unit?: Unit;
  readonly container?: Container;
  /** Start of the value. */
  readonly valueAt: number;
  /** Empty, at its place, if it has none. Absent: a statement. */
  readonly comma?: Range;
  /** End of a statement, which has no comma. */
  readonly end?: number;
  /** Start of the next item, or of the bracket. */
  readonly next: number;
  /** Comments between the two. */
  readonly behind: readonly Range[];
}

/** An object or an array. */
export interface Container {
  readonly children: readonly LiteralNode[];
  readonly inside: number;
  readonly close: number;
}

/** A node for a member of an object, an element of an array, or a statement. */
export function literalNode(text: string, written: Written, out: RegExp): LiteralNode {
  const { key, start, from, above, name, unit, container, valueAt, comma, next, behind } = written;
  const item = { start, end: written.end ?? comma?.end ?? next };
  const block = blockOf(text, { item, from, next, above, behind }, out);
  const note = unit?.kind === 'text' ? noteOf(text, block.comments, out) : '';
  return {
    ...{ key, name, indent: block.indent, isSpaced: block.isSpaced },
    block: { start: block.start, end: block.end },
    ...(comma && { comma }),
    ...(/^(?:[^[\d]|\[\s*['"])/.test(name) &&
      name !== '' &&
      written.end === undefined && { named: { start, end: start + name.length } }),
    colon: name === '' ? '' : text.slice(start + name.length, valueAt),
    ...(unit && { unit: note === '' ? unit : { ...unit, note } }),
    ...container,
  };
}

/** A container's value if it is empty. */
export function emptyUnit(
  key: Key,
  range: Range,
  { children }: Container,
  sign: string,
): Unit | undefined {
  if (children.length > 0) return undefined;
  return { key, kind: 'raw', text: sign === '{' ? '{}' : '[]', range };
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{ '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '\v': 'v', '\\': '\\' },
};
const SPECIAL = /["'\\\p{Cc}\u2028\u2029\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|\p{Cs}/gu;

const IN_TEMPLATE =
  /`|\$\{|[\\\u2028\u2029\ufeff]|(?!\n)\p{Cc}|[\ud800-\udbff](?![\udc00-\udfff])|\p{Cs}/gu;

/** A text in quotes; on one line, unless the quotes are those of a template. */
function inQuotes(text: string, quote: string): string {
  const body = text.replace(quote === '`' ? IN_TEMPLATE : SPECIAL, (one) => {
    if (one === '"' || one === "'") return one === quote ? `\\${one}` : one;
    if (one === '`' || one === '${') return `\\${one}`;
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

const JAVASCRIPT: LiteralLanguage = {
  colon: ': ',
  list: ['[', ']'],
  isList: ({ close = -1 }, text) => text.charAt(close) === ']',
  quoted: inQuotes,
  key: keyText,
  path: ([name = '']) => (IDENTIFIER.test(name) ? name : undefined),
};

type LiteralPlace = Place<LiteralFile>;

/** Replaces a value by a text, in the same quotes. */
function setValue(
  edit: SetEdit,
  { unit }: LiteralNode,
  { text, habits, language = JAVASCRIPT }: LiteralFile,
): readonly Splice[] {
  if (unit === undefined) return [];
  const { start, end } = unit.range;
  const quote = unit.kind === 'text' ? text.charAt(start) : habits.quote;
  const value = rawOf(edit) ?? language.quoted(edit.text, quote);
  // A template, or a long string of Lua, may have several lines.
  const isTall = /[`[]/.test(quote) && value.includes('\n');
  return [{ start, end, text: isTall ? value.replaceAll('\n', detectNewline(text)) : value }];
}

/** An object of its own would replace what other statements put into it: `L.a.b = "x"`. */
function statementsOf(item: NewNode, parent: LiteralNode): readonly NewNode[] {
  if (item.edit !== undefined) return [item];
  const isThere = (parent.children ?? []).some(
    ({ key }) =>
      key.length > item.key.length && item.key.every((part, depth) => part === key[depth]),
  );
  if (!isThere) return [item];
  return item.children.flatMap((child) => statementsOf(child, parent));
}

function rawOf(edit: SetEdit | InsertEdit): string | undefined {
  return edit.from?.unit.kind === 'raw' ? edit.text : undefined;
}

/** The line of a new member, or only the member if its neighbours share a line. */
function insertItem(item: NewNode, place: LiteralPlace): string {
  const { file, before, after, newline } = place;
  const { language = JAVASCRIPT, habits } = file;
  const { step, isTrailing } = habits;
  const near = before ?? after;
  const isFirst = near === undefined && place.parent.close === undefined;
  const statement = isFirst ? file.first : near?.statement;
  if (statement !== undefined) {
    const [lead, between, tail] = statement;
    const lines = statementsOf(item, place.parent).map((one) => {
      const name = language.path(one.key, near, habits);
      if (name === undefined) throw noRoom(leafOf(one).key, one.key);
      return `${lead}${name}${between}${valueOf(one, '', place)}${tail}${newline}`;
    });
    return blankLine(place) + lines.join('');
  }
  return newItem(place, {
    lead: nameOf(item, place),
    value: (indent) => valueOf(item, indent, place),
    inner: innerIndent(place) + (file.newRootKey === undefined ? '' : step),
    gap: isTightAt(place, near?.colon ?? '') ? '' : ' ',
    isTrailing,
  });
}

/** Whether there is no space after commas on one line, or after colons if there is no comma. */
export function isTightAt(
  { file, parent, isInLine }: Place<TreeFile<Item>>,
  colon: string,
): boolean {
  const [first, second] = parent.children ?? [];
  const { start = 0, end = 0 } = first?.comma ?? {};
  const isBetween = isInLine && second !== undefined && start < end;
  return isBetween ? /\S/.test(file.text.charAt(end)) : colon === ':';
}

/**
 * Adds line ends inside the brackets of a previously empty container, and the root key that the
 * file lacks.
 */
function enclose(members: string, place: LiteralPlace): string {
  const { file, parent, newline } = place;
  const { text, newRootKey, habits, language = JAVASCRIPT } = file;
  let lines = members;
  if (newRootKey !== undefined) {
    const indent = innerIndent(place);
    const name = language.key(newRootKey, habits.keyQuote, habits);
    const comma = habits.isTrailing ? ',' : '';
    lines = `${indent}${name}${language.colon}{${newline}${members}${indent}}${comma}${newline}`;
  }
  if (parent.close !== undefined) return inBrackets(lines, place);
  const lead = text === '' || /[\n\r\ufeff]$/.test(text) ? '' : newline;
  if (file.first !== undefined) return `${lead}${members}`;
  const [open, close] = file.around ?? ['{', '}'];
  return `${lead}${open}${newline}${lines}${close}${newline}`;
}

/** Indentation of the first members of an empty container. */
function innerIndent({ parent, file }: LiteralPlace): string {
  const isNewFile = parent.key.length === 0 && parent.close === undefined;
  return (isNewFile ? '' : indentOf(parent, file.text)) + file.habits.step;
}

/** @param indent undefined: everything is on one line */
function valueOf(
  { edit, children, key }: NewNode,
  indent: string | undefined,
  place: LiteralPlace,
): string {
  const { file, newline } = place;
  const { habits, language = JAVASCRIPT } = file;
  if (edit !== undefined) return rawOf(edit) ?? language.quoted(edit.text, habits.quote);
  const inner = indent === undefined ? undefined : indent + habits.step;
  const isList = children.every((child, i) => child.key[key.length] === String(i));
  const items = children.map((child) => {
    const name = isList ? '' : keyOf(child, habits.keyQuote, file) + language.colon;
    return name + valueOf(child, inner, place);
  });
  const [open, close] = isList ? language.list : ['{', '}'];
  if (indent === undefined || inner === undefined)
    return open === '[' ? `[${items.join(', ')}]` : `{ ${items.join(', ')} }`;
  const lines = items.map((item, i) => {
    const hasComma = i < items.length - 1 || habits.isTrailing;
    return inner + item + (hasComma ? ',' : '') + newline;
  });
  return open + newline + lines.join('') + indent + close;
}

/** The key with its separator; '' for an element of an array. */
function nameOf(item: NewNode, { file, parent, before, after }: LiteralPlace): string {
  const { habits, language = JAVASCRIPT } = file;
  const near = before ?? after;
  if (isArray(parent, file)) return '';
  const model = [before, after].find((one) => one?.unit !== undefined) ?? near;
  const isPlain = model !== undefined && /^[ \t]*[:=][ \t]*$/.test(model.colon);
  const colon = isPlain ? model.colon : language.colon;
  if (near !== undefined && /^\d/.test(near.name) && INDEX.test(item.key.at(-1) ?? ''))
    return `${item.key.at(-1) ?? ''}${colon}`;
  const quote = near === undefined ? habits.keyQuote : quoteOf(near.name);
  return keyOf(item, quote, file) + colon;
}

const INDEX = /^(?:0|[1-9]\d{0,14})$/;
/** A key that code computes: `[Key.home]`. */
const COMPUTED = /^\[[\w$.]+\]$/;

/** A key as its source writes it, if that is code; else in the style of its neighbours. */
function keyOf(
  item: NewNode,
  style: string,
  { habits, language = JAVASCRIPT }: LiteralFile,
): string {
  const key = item.key.at(-1) ?? '';
  if (!COMPUTED.test(key)) return language.key(key, style, habits);
  const source = leafOf(item).edit?.from?.document.text ?? '';
  const isCode = source.includes(key) && !source.includes(`'${key}`) && !source.includes(`"${key}`);
  return isCode ? key : language.key(key, style, habits);
}

function isArray(node: LiteralNode, { text, language = JAVASCRIPT }: LiteralFile): boolean {
  return language.isList(node, text);
}

/**
 * The only member of a file is its root key if it names the locale; it is then not part of keys.
 * @throws FormatError `root-key` for a target without the root key that its source has
 */
export function rootIn(
  text: string,
  top: LiteralNode,
  options: ParseOptions,
): {
  /** The node that contains the texts. */
  readonly root: LiteralNode;
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

function withoutFirst(node: LiteralNode): LiteralNode {
  const { unit, children, ...rest } = node;
  const key = node.key.slice(1);
  const own = unit && key.length > 0 && { unit: { ...unit, key } };
  return { ...rest, key, ...own, ...(children && { children: children.map(withoutFirst) }) };
}

/** Start of the name. Its own comments precede it in its block. */
function nameStart({ block, name, colon, inside }: LiteralNode): number {
  return inside === undefined ? block.start : inside - name.length - colon.length - 1;
}

/** Sets a new target's own locale in the root key. */
export function renamedRoot(
  { root, habits, text, language = JAVASCRIPT }: LiteralFile,
  { locale }: DeriveOptions,
): readonly Splice[] {
  if (root.name === '') return [];
  const start = nameStart(root);
  const end = start + root.name.length;
  const style = quoteOf(text.slice(start, end));
  return [{ start, end, text: language.key(locale, style, habits) }];
}

/** How both formats are written. */
export const literals: Pick<
  TreeFormat<LiteralFile>,
  'replaces' | 'set' | 'rename' | 'insert' | 'isList' | 'enclose' | 'escape'
> = {
  replaces: true,
  set: setValue,
  rename: (name, written, { habits, language = JAVASCRIPT }) =>
    language.key(name, quoteOf(written), habits),
  insert: insertItem,
  isList: isArray,
  enclose,
  escape: (character) => unicodeEscape(character),
};
