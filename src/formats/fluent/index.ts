import {
  EditError,
  type FluentPattern,
  formatKey,
  type InsertEdit,
  isLineEnd,
  type Key,
  type ParseOptions,
  PatternError,
  printPattern,
  printText,
  type Problem,
  type Range,
  readPattern,
  readText,
  type SetEdit,
  skipBlank,
  skipSpaces,
  type Unit,
} from '../../model/index.js';
import { startOfOwn } from '../kit/comments-above.js';
import { hasBom, lineStart, newLineAt } from '../kit/layout.js';
import { originsOf } from '../kit/origins.js';
import { positions } from '../kit/positions.js';
import type { Splice } from '../kit/splices.js';
import { plainUnit, treeCodec } from '../kit/tree-codec.js';
import type { Landing, NewNode, Node, Place, TreeFile, TreeFormat } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { about } from './about.js';

const STEP = '    ';
const originOf = originsOf('fluent', (text) => read(text));

/** Replaces a text. It starts after `=` or on its own line, as before. */
function setValue(
  { text: value }: SetEdit,
  { unit, indent }: FluentNode,
  { text }: FluentFile,
): readonly Splice[] {
  if (unit === undefined) return [];
  const { start, end } = unit.range;
  const raw = text.slice(start, end);
  return [{ start, end, text: inLines(printLike(value, raw, indent + STEP), text) }];
}

/** A new message with its attributes, a new attribute, or the text of a message without one. */
function insertItem(item: NewNode, place: Place<FluentFile>): string {
  const { file, parent, before, after, at } = place;
  rejectKey(item);
  if (parent.key.length === 0) {
    // The first entry of a file has none above it. The next one shows the usual spacing if it is
    // directly below.
    const isNext = before === parent.children?.[0] && after?.block.start === before?.block.end;
    const isSpaced = (isNext ? after : (before ?? after))?.isSpaced === true;
    // A comment directly above would become the new message's.
    const isFirst = before === undefined && after === undefined && at === 0;
    const isApart = isFirst && /[^\n\r\ufeff]/.test(file.text);
    const end = file.text.length;
    if (isBehindReturn(place)) return endOfReturn(place) + inLines(messageOf(item), file.text);
    const lead = isApart ? newLineAt(file.text, end, '\n') : isSpaced ? '\n' : '';
    return inLines(lead + messageOf(item), file.text);
  }
  const near = before?.indent === '' ? after : (before ?? after);
  const indent = near?.indent ?? STEP;
  if (item.key.length === parent.key.length) {
    const pattern = patternOf(item.edit);
    return inLines(`${STEP}${printPattern(pattern, { indent: STEP, isBlock: true })}\n`, file.text);
  }
  const lead = isBehindReturn(place) ? endOfReturn(place) : '';
  return lead + inLines(attributeOf(item, indent === '' ? STEP : indent), file.text);
}

/** A lone carriage return belongs to the text above and does not end a line in Fluent. */
function isBehindReturn({ file, before, at }: Place<FluentFile>): boolean {
  return at === 0 && before !== undefined && file.text.charAt(before.block.end - 1) === '\r';
}

/**
 * The line end after such a carriage return. A line feed alone would combine with it, and a line
 * with nothing else would become blank, so its indentation would no longer count.
 */
function endOfReturn({ file, before, newline }: Place<FluentFile>): string {
  const end = before?.block.end ?? 0;
  const line = file.text.slice(file.text.lastIndexOf('\n', end) + 1, end);
  return newline === '\n' && /^ *\r$/.test(line) ? '\r\n' : newline;
}

const NAME = /^-?[A-Za-z][\w-]*$/;
const ATTRIBUTE = /^[A-Za-z][\w-]*$/;

/** @throws EditError `not-writable` for a key that Fluent cannot represent */
function rejectKey({ key, children }: NewNode): void {
  const [name = '', attribute, ...rest] = key;
  const isName = NAME.test(name) && (attribute === undefined || ATTRIBUTE.test(attribute));
  if (!isName || rest.length > 0) {
    const message = `"${formatKey(key)}" is not a valid Fluent key: letters, digits, - and _, with at most one attribute.`;
    throw new EditError('not-writable', key, message);
  }
  for (const child of children) rejectKey(child);
}

/** Attributes follow the text of their message, even if that is added later. */
function landAt(
  { key: [name = '', ...rest] }: InsertEdit,
  { parent, behind }: Landing<FluentNode>,
  { entries }: FluentFile,
): Landing<FluentNode> {
  const entry = entries.get(name);
  if (rest.length === 0)
    return entry === undefined ? { parent, behind } : { parent: entry, behind: -1 };
  const hasText = parent === entry && parent.children?.[0]?.key.length === 1;
  return { parent, behind: hasText ? Math.max(behind, 0) : behind };
}

function messageOf({ key: [name = ''], edit, children }: NewNode): string {
  const value = edit === undefined ? '' : printLike(edit.text, rawOf(edit), STEP);
  const attributes = children.map((child) => attributeOf(child, STEP));
  return `${name} =${value}\n${attributes.join('')}${attributesOfTerm(edit)}`;
}

/** The attributes of a term in the source, which a person adapts to the target language. */
function attributesOfTerm(edit: InsertEdit | undefined): string {
  const { node, file } = originOf(edit?.from) ?? {};
  if (node?.attributes === undefined || file === undefined) return '';
  const { start, end } = node.attributes;
  const lines = file.text.slice(start, end).replaceAll('\r\n', '\n');
  return lines === '' ? '' : `${lines}\n`;
}

function attributeOf({ key, edit }: NewNode, indent: string): string {
  const value = edit === undefined ? '' : printLike(edit.text, rawOf(edit), indent + STEP);
  return `${indent}.${key.at(-1) ?? ''} =${value}\n`;
}

function patternOf(edit: InsertEdit | undefined): FluentPattern {
  return readText((edit?.text ?? '').replaceAll('\r\n', '\n'));
}

/** The source's spelling of a text that is new here. */
function rawOf({ from }: InsertEdit): string {
  if (from?.document.format !== 'fluent') return ' ';
  const { start, end } = from.unit.range;
  return from.document.text.slice(start, end);
}

/** A text after `=`, in the layout of another one. */
function printLike(value: string, raw: string, step: string): string {
  const pattern = readText(value.replaceAll('\r\n', '\n'));
  // A lone carriage return is part of the text.
  const lead = /^(?: |\r?\n)*/.exec(raw)?.[0].replaceAll('\r\n', '\n') ?? ' ';
  const below = raw
    .slice(lead.length)
    .split('\n')
    .slice(1)
    .find((line) => /\S/.test(line));
  const startsAlike = raw.startsWith('{', lead.length);
  if (
    lead.includes('\n') ||
    isBetterBelow(pattern, { hadLines: below !== undefined, startsAlike })
  ) {
    const own = lead.includes('\n') ? lead.slice(lead.lastIndexOf('\n') + 1) : '';
    const indent = own === '' ? step : own;
    const body = printPattern(pattern, { indent, isBlock: true });
    return (own === '' ? '\n' + indent : lead) + body;
  }
  const indent = /^ +/.exec(below ?? '')?.[0] ?? step;
  const inner = /(?:^|\n)( *)\}$/.exec(raw)?.[1] ?? indent;
  return lead + printPattern(pattern, { indent, inner, isBlock: false });
}

/**
 * Whether the text is better on its own line: common indentation is only visible beside a first
 * line, and selectors span lines anyway.
 */
function isBetterBelow(
  pattern: FluentPattern,
  { hadLines, startsAlike }: { readonly hadLines: boolean; readonly startsAlike: boolean },
): boolean {
  if (!hadLines && pattern.some(isSelector)) return true;
  // A sentence around a selector becomes a selector of sentences.
  if (!startsAlike && pattern.slice(0, 1).some(isSelector)) return true;
  const text = pattern.map((part) => (typeof part === 'string' ? part : '{}')).join('');
  const [first = '', ...rest] = text.split('\n');
  const lines = rest.filter((line) => /[^ ]/.test(line));
  return /^[^ ]/.test(first) && lines.length > 0 && lines.every((line) => line.startsWith(' '));
}

function isSelector(part: FluentPattern[number]): boolean {
  return typeof part !== 'string' && part.variants !== undefined;
}

function inLines(lines: string, text: string): string {
  return /\r\n/.test(text.slice(0, text.indexOf('\n') + 1))
    ? lines.replaceAll('\n', '\r\n')
    : lines;
}

/** Mozilla's Fluent: messages, terms and attributes, each of them a pattern. */
const format: TreeFormat<FluentFile> = {
  ...about,
  read,
  set: setValue,
  rename: (name) => name,
  insert: insertItem,
  land: landAt,
};

export const fluent = treeCodec(format);

/** A message or term with its content, its text, or one of its attributes. */
interface FluentNode extends Node {
  /** Whether a blank line above is part of its block. */
  readonly isSpaced: boolean;
  /** White space at the start of its line. */
  readonly indent: string;
  /** Of a term's text: the lines of the term's attributes. */
  readonly attributes?: Range;
  readonly children?: readonly FluentNode[];
}

interface FluentFile extends TreeFile<FluentNode> {
  /** Messages and terms by name. */
  readonly entries: ReadonlyMap<string, FluentNode>;
}

/**
 * Messages and terms of a Fluent file. Other lines cause a warning and stay as they are.
 * @throws FormatError `syntax` for an entry whose name cannot be read, because its text would be
 * lost
 */
function read(text: string, { file }: ParseOptions = {}): FluentFile {
  return new Reader(text, file).read();
}

const ENTRY = /-?[A-Za-z][\w-]* *=/y;
/** The start of an intended entry: a name before `=`, or one at the end of the file. */
const BEGUN = /(-?[A-Za-z][\w-]*)[ \t]*(?:=|$)/y;
const ATTRIBUTE_LINE = /\.([A-Za-z][\w-]*) *=/y;
const COMMENT = /(#{1,3})(?: ([^\n]*)|(?=\r?\n|$))/y;
const NEXT = /\n(?=[A-Za-z#-])/g;

interface Comment extends Range {
  readonly said: string;
}

/** How a commented-out entry starts. */
const OUT = /^(?:-?[A-Za-z][\w-]*|\.[A-Za-z][\w-]*) *=/;

const NO_COMMENT: Comment = { start: -1, end: -1, said: '' };

class Reader {
  readonly #text: string;
  readonly #file: string | undefined;
  readonly #problems: Problem[] = [];
  readonly #lineOf: ReturnType<typeof positions>;
  #resource: Comment = NO_COMMENT;
  #group: Comment = NO_COMMENT;
  #comment: Comment = NO_COMMENT;

  constructor(text: string, file: string | undefined) {
    this.#text = text;
    this.#file = file;
    this.#lineOf = positions(text);
  }

  read(): FluentFile {
    const text = this.#text;
    const children: FluentNode[] = [];
    let at = hasBom(text) ? 1 : 0;
    for (at = skipBlank(text, at); at < text.length; at = skipBlank(text, at)) {
      try {
        at = text.charAt(at) === '#' ? this.#readComment(at) : this.#entry(at, children);
      } catch (error) {
        if (!(error instanceof PatternError)) throw error;
        at = this.#junk(at, error);
      }
    }
    const block = { start: 0, end: text.length };
    const root = { key: [], block, children, isSpaced: false, indent: '' };
    const entries = new Map(children.map((child) => [child.key[0] ?? '', child]));
    const facts = { syntax: 'fluent' as const };
    // A lone carriage return does not end a line in Fluent.
    const newline = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
    return { text, root, newline, entries, problems: this.#problems, facts };
  }

  #readComment(start: number): number {
    const text = this.#text;
    COMMENT.lastIndex = start;
    const match = COMMENT.exec(text);
    if (match === null || !isStartOfLine(text, start)) throw new PatternError(start, '"# comment"');
    const [whole, level = '', line = ''] = match;
    const end = start + whole.length;
    const goOn = (comment: Comment): Comment => {
      const isNext = nextLine(text, comment.end) === start;
      const said = isNext ? `${comment.said}\n${line.trim()}` : line.trim();
      return { start: isNext ? comment.start : start, end, said };
    };
    if (level === '###') {
      const { said } = this.#resource;
      const { said: more } = goOn(NO_COMMENT);
      this.#resource = { start, end, said: said === '' ? more : `${said}\n${more}` };
    } else if (level === '##') this.#group = goOn(this.#group);
    else this.#comment = goOn(this.#comment);
    return end;
  }

  #entry(start: number, children: FluentNode[]): number {
    const text = this.#text;
    ENTRY.lastIndex = start;
    if (!isStartOfLine(text, start) || !ENTRY.test(text))
      throw new PatternError(start, '"key = text"');
    const from = ENTRY.lastIndex;
    const name = text.slice(start, from - 1).trimEnd();
    const isTerm = name.startsWith('-');
    const own = nextLine(text, this.#comment.end) === start ? this.#comment : NO_COMMENT;
    const said = [this.#resource.said, this.#group.said, own.said];
    const note = said.filter((one) => one !== '').join('\n');
    const value = readPattern(text, from);
    const parts: FluentNode[] = [];
    const hasValue = value.pattern.length > 0;
    const unit = unitOf([name], { value, from, note }, text);
    let { lineEnd: end } = value;
    const attributesFrom = nextLine(text, end);
    for (;;) {
      const attribute = this.#attribute(end, { name, note });
      if (attribute === undefined) break;
      // Attributes of terms are for grammar and differ between all languages.
      if (!isTerm) parts.push(attribute.node);
      end = attribute.end;
    }
    if (hasValue) {
      const attributes = { start: attributesFrom, end: Math.max(attributesFrom, end) };
      const leaf = { key: [name], block: unit.range, unit, isSpaced: false, indent: '' };
      parts.unshift(isTerm ? { ...leaf, attributes } : leaf);
    }
    if (!hasValue && (isTerm || parts.length === 0)) throw new PatternError(from, 'a text');
    const top = own === NO_COMMENT ? start : topOf(text, { start: own.start, end: start });
    const block = blockOf(text, top, nextLine(text, end));
    const named = { start, end: start + name.length };
    children.push({ key: [name], children: parts, indent: '', named, ...block });
    return end;
  }

  #attribute(
    from: number,
    { name, note }: { readonly name: string; readonly note: string },
  ): { readonly node: FluentNode; readonly end: number } | undefined {
    const text = this.#text;
    const start = skipBlank(text, from);
    if (text.charAt(start) !== '.' || skipSpaces(text, from) === start) return undefined;
    ATTRIBUTE_LINE.lastIndex = start;
    const match = ATTRIBUTE_LINE.exec(text);
    if (match === null) throw new PatternError(start, '".attribute = text"');
    const value = readPattern(text, ATTRIBUTE_LINE.lastIndex);
    if (value.pattern.length === 0) throw new PatternError(ATTRIBUTE_LINE.lastIndex, 'a text');
    const key = [name, match[1] ?? ''];
    const line = lineStart(text, start);
    const block = { start: line, end: nextLine(text, value.lineEnd) };
    const unit = unitOf(key, { value, from: start + match[0].length, note }, text);
    const indent = text.slice(line, start);
    const named = { start: start + 1, end: start + 1 + (key[1] ?? '').length };
    return { node: { key, block, unit, isSpaced: false, indent, named }, end: value.lineEnd };
  }

  /** Skips invalid lines up to the next one that may start an entry. */
  #junk(start: number, { offset, message }: PatternError): number {
    const text = this.#text;
    const file = this.#file;
    BEGUN.lastIndex = start;
    const begun = isStartOfLine(text, start) ? BEGUN.exec(text) : null;
    if (begun !== null)
      throw formatError('syntax', `${message} in the entry "${begun[1] ?? ''}".`, {
        text,
        offset,
        file,
      });
    const { line, column } = this.#lineOf(offset);
    this.#problems.push({
      ...{ code: 'invalid-unit', severity: 'warning', line, column },
      message: `${message}; this part is not translated.`,
      ...(file !== undefined && { file }),
    });
    const last = text.lastIndexOf('\n', offset - 1);
    NEXT.lastIndex = Math.max(start, offset > start ? last : start);
    return NEXT.test(text) ? NEXT.lastIndex : text.length;
  }
}

interface Found {
  readonly value: ReturnType<typeof readPattern>;
  readonly from: number;
  readonly note: string;
}

function unitOf(key: Key, { value, from, note }: Found, text: string): Unit {
  // Such a line has no text, but its indentation affects all the others.
  const isIndented = /\n +\r(?!\n)/.test(text.slice(value.end, value.lineEnd));
  const range = { start: from, end: isIndented ? value.lineEnd : value.end };
  return plainUnit({ key, text: printText(value.pattern), range, note });
}

/** Start of the comment lines that belong to an entry. */
function topOf(text: string, lines: Range): number {
  // A lone carriage return does not end a line in Fluent.
  const isOdd = /\r(?!\n)/.test(text.slice(lines.start, lines.end));
  return isOdd ? lines.start : startOfOwn(text, lines, OUT);
}

/** An entry with its comment, and with the blank line above if there is another one below. */
function blockOf(
  text: string,
  start: number,
  end: number,
): { readonly block: Range; readonly isSpaced: boolean } {
  let top = start;
  while (top > 0 && text.charCodeAt(top - 1) === 10) {
    // A lone carriage return does not end a line in Fluent.
    const above = top < 2 ? 0 : text.lastIndexOf('\n', top - 2) + 1;
    if (skipBlank(text, above) < top) break;
    top = above;
  }
  const next = skipSpaces(text, end);
  const isSpaced = top < start && top > 0 && (next >= text.length || isLineEnd(text, next));
  return { block: { start: isSpaced ? top : start, end }, isSpaced };
}

function isStartOfLine(text: string, at: number): boolean {
  return at === 0 || text.charCodeAt(at - 1) === 10 || (at === 1 && hasBom(text));
}

/** Offset after the line end at an offset; the offset itself if there is none. */
function nextLine(text: string, at: number): number {
  if (at < 0 || !isLineEnd(text, at)) return at;
  return at + (text.charCodeAt(at) === 13 ? 2 : 1);
}
