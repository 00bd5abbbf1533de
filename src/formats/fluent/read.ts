import type { Key, ParseOptions, Problem, Range, Unit } from '../../model/index.js';
import {
  isLineEnd,
  PatternError,
  printText,
  readPattern,
  skipBlank,
  skipSpaces,
} from '../../model/index.js';
import { startOfOwn } from '../kit/comments-above.js';
import { hasBom, lineStart } from '../kit/layout.js';
import { positions } from '../kit/positions.js';
import { plainUnit } from '../kit/tree-codec.js';
import type { Node, TreeFile } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';

/** A message or term with its content, its text, or one of its attributes. */
export interface FluentNode extends Node {
  /** Whether a blank line above is part of its block. */
  readonly isSpaced: boolean;
  /** White space at the start of its line. */
  readonly indent: string;
  /** Of a term's text: the lines of the term's attributes. */
  readonly attributes?: Range;
  readonly children?: readonly FluentNode[];
}

export interface FluentFile extends TreeFile<FluentNode> {
  /** Messages and terms by name. */
  readonly entries: ReadonlyMap<string, FluentNode>;
}

/**
 * Messages and terms of a Fluent file. Other lines cause a warning and stay as they are.
 * @throws FormatError `syntax` for an entry whose name cannot be read, because its text would be
 * lost
 */
export function read(text: string, { file }: ParseOptions = {}): FluentFile {
  return new Reader(text, file).read();
}

const ENTRY = /-?[A-Za-z][\w-]* *=/y;
/** The start of an intended entry: a name before `=`, or one at the end of the file. */
const BEGUN = /(-?[A-Za-z][\w-]*)[ \t]*(?:=|$)/y;
const ATTRIBUTE = /\.([A-Za-z][\w-]*) *=/y;
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
    ATTRIBUTE.lastIndex = start;
    const match = ATTRIBUTE.exec(text);
    if (match === null) throw new PatternError(start, '".attribute = text"');
    const value = readPattern(text, ATTRIBUTE.lastIndex);
    if (value.pattern.length === 0) throw new PatternError(ATTRIBUTE.lastIndex, 'a text');
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
