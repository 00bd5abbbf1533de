import { hasBom, isLineEnd, lineEnd, skipLineEnd } from '../kit/layout.js';
import type { PlistEntry, PlistValue } from '../kit/plist.js';
import { plainUnit } from '../kit/tree-codec.js';
import type { Growing, Node, TreeFile } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { habitsOf, unescape } from './escapes.js';
import type { Habits } from './escapes.js';
import { outlives } from '../kit/comments-above.js';

/** A pair of key and value. */
export interface Pair extends Node {
  /** White space and `=` between the two; '' if there is no value. */
  readonly separator: string;
  readonly indent: string;
  /** Quote of its value; '' for a bare word. */
  readonly mark: string;
  /** Its own comments are above it. */
  readonly hasComment: boolean;
  /** Blank lines separate it from its neighbours; one of them is in its block. */
  readonly isApart: boolean;
  /** In an XML property list. */
  readonly xml?: PlistEntry;
}

export interface StringsFile extends TreeFile<Pair> {
  readonly habits: Habits;
  /** Present for an XML property list. */
  readonly xml?: PlistValue;
}

/**
 * Pairs of a file as read by Apple's parser for old-style property lists.
 * @throws FormatError `syntax`
 */
export function readPairs(text: string, file: string | undefined): StringsFile {
  const reader = new Reader(text, file);
  const { children, inside } = reader.run();
  const block = { start: 0, end: text.length };
  const looks = { separator: '', indent: '', mark: '"', hasComment: false, isApart: false };
  const root = { key: [], block, children, ...looks, ...(inside !== undefined && { inside }) };
  return { text, root, habits: habitsOf(text) };
}

/** White space and comments between two pairs. */
interface Trivia {
  /** Start of the comments directly above, or of the next pair's line. */
  readonly start: number;
  /** Start of the next pair's line. */
  readonly lineStart: number;
  readonly end: number;
  /** Words of the comments directly above. */
  readonly note: string;
  readonly hasComment: boolean;
  /** An empty line precedes `start`. */
  readonly isBlank: boolean;
}

/** How a commented-out pair starts. */
const OUT = /^"(?:[^"\\]|\\.)*"\s*=\s*"/;

/**
 * Reads up to the first character that is neither white space nor in a comment, or up to `limit`.
 * @param unclosed called with the position of an unclosed comment
 */
function readTrivia(
  text: string,
  from: number,
  unclosed: (at: number) => void,
  limit = text.length,
): Trivia {
  let [at, line, start, isBlank] = [from, from, from, false];
  let comments: string[] = [];
  // Whether no comment above belongs to what follows.
  let isFree = true;
  // Whether the current line is still empty.
  let isEmpty = from === 0 || isLineEnd(text.charCodeAt(from - 1));
  while (at < limit) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) {
      at = line = skipLineEnd(text, at);
      if (isEmpty) {
        comments = [];
        isFree = true;
        isBlank = true;
      }
      if (isFree) start = at;
      isEmpty = true;
    } else if (isSpace(code)) at += 1;
    else if (code === 47 && /[/*]/.test(text.charAt(at + 1))) {
      if (isFree) start = line;
      isEmpty = false;
      const end = commentEnd(text, at);
      if (end === -1) unclosed(at);
      comments.push(text.slice(at, end));
      isFree = outlives(text.slice(at, end), OUT);
      at = end;
    } else break;
  }
  const note = noteOf(comments);
  return { start, lineStart: line, end: at, note, hasComment: comments.length > 0, isBlank };
}

/**
 * End of a pair, after its semicolon: that of its line with its comment, or the start of the next
 * pair on the line.
 */
function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) return skipLineEnd(text, at);
    if (code === 47 && text.charAt(at + 1) === '/') at = lineEnd(text, at);
    else if (code === 47 && text.charAt(at + 1) === '*') {
      const end = commentEnd(text, at);
      if (end === -1 || /[\r\n]/.test(text.slice(at, end))) break;
      at = end;
    } else if (isSpace(code)) at += 1;
    else break;
  }
  return at >= text.length ? text.length : afterBlanks(text, from);
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return (
    code === 32 || code === 9 || code === 11 || code === 12 || code === 0x2028 || code === 0x2029
  );
}

/** -1 if it is not closed. */
function commentEnd(text: string, at: number): number {
  if (text.charAt(at + 1) === '/') return lineEnd(text, at);
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? -1 : end + 2;
}

/** Comments that tools write without an author's note, and commented-out pairs. */
const NO_NOTE = /^(?:No comment provided by engineer\.?|["'].*;?)$/;

function noteOf(comments: readonly string[]): string {
  if (comments.length === 0) return '';
  return comments
    .flatMap((one) => (one.startsWith('/*') ? one.slice(2, -2) : one.slice(2)).split(/\r\n|\n|\r/))
    .map((line) => line.replace(/^[ \t]*[*/]*[ \t]?/, '').trimEnd())
    .filter((line) => !NO_NOTE.test(line))
    .join('\n')
    .trim();
}

/** A word that needs no quotes. */
const WORD = /[\w$/:.-]+/y;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

class Reader {
  readonly #text: string;
  readonly #file: string | undefined;
  #at: number;

  constructor(text: string, file: string | undefined) {
    this.#text = text;
    this.#file = file;
    this.#at = hasBom(text) ? 1 : 0;
  }

  run(): { readonly children: Pair[]; readonly inside?: number } {
    const text = this.#text;
    let lead = this.#trivia();
    // An old-style property list has braces around its pairs.
    const hasBraces = text.charAt(this.#at) === '{';
    if (hasBraces) this.#at = endOfLine(text, this.#at + 1);
    const inside = this.#at;
    if (hasBraces) lead = this.#trivia();
    const children: Pair[] = [];
    while (this.#at < text.length && !(hasBraces && text.charAt(this.#at) === '}')) {
      children.push(this.#pair(lead));
      lead = this.#trivia();
    }
    if (!hasBraces) return { children };
    if (this.#at >= text.length) throw this.#fail('expected a key-value pair or "}"');
    this.#at += 1;
    this.#trivia();
    if (this.#at < text.length) throw this.#fail('expected the end of the file after "}"');
    return { children, inside };
  }

  #trivia(): Trivia {
    const trivia = readTrivia(this.#text, this.#at, (at) => {
      this.#at = at;
      throw this.#fail('the comment that starts here is never closed; expected "*/"', '');
    });
    this.#at = trivia.end;
    return trivia;
  }

  #pair({ start: above, lineStart, note, hasComment, isBlank }: Trivia): Pair {
    const text = this.#text;
    const name = this.#token('expected a key');
    this.#trivia();
    const value = this.#value(name);
    this.#trivia();
    if (text.charAt(this.#at) !== ';')
      throw this.#fail(`expected ";" after the ${value === undefined ? 'key, or "="' : 'value'}`);
    this.#at += 1;
    const behind = endOfLine(text, this.#at);
    const beside = readTrivia(text, this.#at, () => undefined, behind).note;
    this.#at = behind;
    const isApart = isBlank && isBlankAt(text, behind);
    const key = [name.text];
    const range = value ?? { start: name.end, end: name.end };
    const notes = [note, beside].filter((one) => one !== '').join('\n');
    const pair: Growing<Pair> = {
      key,
      // The blank line above is removed with it.
      block: { start: isApart ? lineBefore(text, above) : above, end: behind },
      unit: plainUnit({
        key,
        text: value?.text ?? name.text,
        range: { start: range.start, end: range.end },
        note: notes,
      }),
      separator: value === undefined ? '' : text.slice(name.end, value.start),
      indent: /^[ \t]*/.exec(text.slice(lineStart, name.start))?.[0] ?? '',
      mark: value?.mark ?? '"',
      hasComment,
      isApart,
    };
    // A key alone is also its text.
    if (value !== undefined) pair.named = { start: name.start, end: name.end };
    return pair;
  }

  /** The value after `=`; undefined for a key alone, which is its own value. */
  #value(name: Token): Token | undefined {
    if (this.#text.charAt(this.#at) !== '=') return undefined;
    this.#at += 1;
    this.#trivia();
    if (/[{(<]/.test(this.#text.charAt(this.#at)))
      throw this.#fail(`expected a text for "${name.text}": lists and data are not supported`);
    return this.#token('expected a text in quotes');
  }

  #token(expected: string): Token {
    const text = this.#text;
    const start = this.#at;
    const mark = text.charAt(start);
    if (mark === '"' || mark === "'") return this.#quoted(mark);
    WORD.lastIndex = start;
    if (!WORD.test(text)) throw this.#fail(expected);
    this.#at = WORD.lastIndex;
    return { text: text.slice(start, this.#at), start, end: this.#at, mark: '' };
  }

  #quoted(mark: string): Token {
    const text = this.#text;
    const start = this.#at;
    let end = start + 1;
    while (end < text.length && text.charAt(end) !== mark) {
      end += text.charCodeAt(end) === 92 ? 2 : 1;
    }
    if (end >= text.length)
      throw this.#fail('the text that starts here is never closed; expected a quote', '');
    this.#at = end + 1;
    const raw = text.slice(start + 1, end);
    const read = unescape(raw, (at) => {
      this.#at = start + 1 + at;
      throw this.#fail(
        'a \\U without four hexadecimal digits; write \\\\ for a literal backslash',
        '',
      );
    });
    return { text: read, start, end: this.#at, mark };
  }

  #fail(message: string, found = `, found ${this.#found()}`): Error {
    const at = { text: this.#text, offset: Math.min(this.#at, this.#text.length) };
    return formatError('syntax', `${message}${found}.`, { ...at, file: this.#file });
  }

  #found(): string {
    const code = this.#text.codePointAt(this.#at);
    if (code === undefined) return 'the end of the file';
    const isShown = code > 32 && (code < 127 || code > 0xa0);
    return isShown
      ? `"${String.fromCodePoint(code)}"`
      : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  }
}

/** Whether an empty line, or the end of the file, is at an offset. */
function isBlankAt(text: string, at: number): boolean {
  return /(?:[ \t]*(?:[\r\n]|$))/y.test(text.slice(at, at + 200)) || at >= text.length;
}

/** Start of the empty line above a line. */
function lineBefore(text: string, at: number): number {
  let start = at;
  if (text.charCodeAt(start - 1) === 10) start -= 1;
  if (text.charCodeAt(start - 1) === 13) start -= 1;
  while (/[ \t]/.test(text.charAt(start - 1))) start -= 1;
  return start;
}
