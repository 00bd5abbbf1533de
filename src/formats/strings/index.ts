import type { Origin } from '../../model/index.js';
import { characterReference, unicodeEscape } from '../kit/character-escapes.js';
import { originsOf } from '../kit/origins.js';
import {
  withRoom,
  blockOf,
  escapeXml,
  indentIn,
  indentOf,
  insideOf,
  readPlist,
  setString,
} from '../kit/plist.js';
import type { PlistEntry, PlistValue } from '../kit/plist.js';
import { treeCodec, plainUnit } from '../kit/tree-codec.js';
import type { NewNode, Place, TreeFormat, Growing, Node, TreeFile } from '../kit/tree.js';
import { about } from './about.js';
import { detectNewline, hasBom, isLineEnd, lineEnd, skipLineEnd } from '../kit/layout.js';
import { formatError } from '../kit/unusable.js';
import { outlives } from '../kit/comments-above.js';
import { isLetter } from '../kit/letter.js';

/** Whether a file is an XML property list, as plutil writes it under the same extension. */
function isXml(text: string): boolean {
  return /^\ufeff?\s*<(?:\?xml|!DOCTYPE|!--|plist|dict)/.test(text.slice(0, 200));
}

/** A pair of key and value. */
interface Pair extends Node {
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

const NAMED: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};

/** NeXTSTEP's characters from 128 on, the encoding of Apple's octal escapes. */
const NEXTSTEP =
  '\u00a0ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿' +
  '¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêëìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ';

/**
 * A raw text as Apple reads it. Also reads `\u00e9`, although Apple only reads `\U00e9`.
 *
 * @param refuse called with the position of a `\U` without four digits
 */
function unescape(raw: string, refuse: (at: number) => void): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    /\\(?:[Uu]([0-9a-fA-F]{4})|([0-7]{1,3}|[^])|$)/g,
    (_, hex: string | undefined, rest: string | undefined, at: number) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (rest === undefined) return '';
      if (rest === 'U') refuse(at);
      if (!/^[0-7]/.test(rest)) return NAMED[rest] ?? rest;
      const code = Number.parseInt(rest, 8) & 0xff;
      return code < 128 ? String.fromCharCode(code) : (NEXTSTEP[code - 128] ?? '\ufffd');
    },
  );
}

/** How a file writes letters. */
interface Habits {
  /** Letters beyond ASCII are written as `\U00e9`. */
  readonly ascii: boolean;
  /** Digits of `\U` above 9 are upper case: `\U00E9`. */
  readonly upperCase: boolean;
  /** `u`: as `\u00e9`, which GNUstep reads and Apple does not. */
  readonly letter: 'u' | 'U';
}

const USUAL: Habits = { ascii: false, upperCase: false, letter: 'U' };

const LETTERS: Readonly<Record<string, string>> = { '\t': 't', '\n': 'n', '\r': 'r' };

/** A text as the file would write it in quotes of a kind. */
function escapeText(text: string, mark: string, habits: Habits): string {
  const escaped = text.replace(/[\\"'\p{Cc}\ufeff]|\p{Cs}/gu, (one) => {
    if (one === '\\' || one === mark) return `\\${one}`;
    if (one === '"' || one === "'") return one;
    const letter = LETTERS[one];
    return letter === undefined ? unicodeEscape(one, habits) : `\\${letter}`;
  });
  if (!habits.ascii) return escaped;
  return escaped.replace(/[^\0-\x7f]/g, (one) => unicodeEscape(one, habits));
}

const ESCAPE = /\\([Uu])([0-9a-fA-F]{4})/g;

/** Letters are escaped if a file escapes some and has none unescaped. */
function habitsOf(text: string): Habits {
  if (!/\\u/i.test(text)) return USUAL;
  let [upper, lower, escaped, isLarge] = [0, 0, false, false];
  for (const [, mark, hex = ''] of text.matchAll(ESCAPE)) {
    isLarge ||= mark === 'U';
    if (/[A-F]/.test(hex)) upper += 1;
    else if (/[a-f]/.test(hex)) lower += 1;
    escaped ||= isLetter(Number.parseInt(hex, 16));
  }
  const ascii = escaped && !/[^\0-\x7f\ufeff]/.test(text);
  return { ascii, upperCase: upper > lower, letter: escaped && !isLarge ? 'u' : 'U' };
}

interface StringsFile extends TreeFile<Pair> {
  readonly habits: Habits;
  /** Present for an XML property list. */
  readonly xml?: PlistValue;
}

/**
 * Pairs of a file as read by Apple's parser for old-style property lists.
 * @throws FormatError `syntax`
 */
function readPairs(text: string, file: string | undefined): StringsFile {
  const { children, inside } = new Reader(text, file).run();
  const block = { start: 0, end: text.length };
  const root = { key: [], block, children, ...LOOKS, ...(inside !== undefined && { inside }) };
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
  if (at >= text.length) return text.length;
  at = from;
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
    // An empty line, or the end of the file, is below.
    const isAbove = /(?:[ \t]*(?:[\r\n]|$))/y.test(text.slice(behind, behind + 200));
    const isApart = isBlank && (isAbove || behind >= text.length);
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

/** Start of the empty line above a line. */
function lineBefore(text: string, at: number): number {
  let start = at;
  if (text.charCodeAt(start - 1) === 10) start -= 1;
  if (text.charCodeAt(start - 1) === 13) start -= 1;
  while (/[ \t]/.test(text.charAt(start - 1))) start -= 1;
  return start;
}

const LOOKS = { separator: ' = ', indent: '', mark: '"', hasComment: false, isApart: false };

/** @throws FormatError for a property list that contains more than texts by key */
function readXml(text: string, file: string | undefined): StringsFile {
  const xml = readPlist(text, file);
  const requireString = ({ kind, start }: PlistValue): void => {
    if (kind === 'string') return;
    const message = 'expected a <string>: only strings are supported as values in a property list.';
    throw formatError('syntax', message, { text, offset: start, file });
  };
  const children = xml.entries.map((entry): Pair => {
    const { key, note, value } = entry;
    requireString(value);
    const range = value.inner ?? { start: value.start, end: value.end };
    const unit = plainUnit({ key: [key], text: value.text, range, note });
    return { key: [key], block: blockOf(text, entry), unit, ...LOOKS, xml: entry };
  });
  if (xml.kind !== 'dict') requireString(xml);
  const inside = insideOf(text, xml);
  const block = { start: 0, end: text.length };
  const root = { key: [], block, children, ...LOOKS, ...(inside !== undefined && { inside }) };
  return { text, root, habits: USUAL, xml };
}

function insertXml(
  { key, edit }: NewNode,
  { file, before, after, newline, isInLine }: Place<StringsFile>,
): string {
  const { text, xml } = file;
  const near = (before ?? after)?.xml;
  const indent =
    near === undefined ? (xml === undefined ? '' : indentIn(text, xml)) : indentOf(text, near);
  const [name, value] = [key.join('.'), edit?.text ?? ''].map((one) =>
    escapeXml(one, { key, newline }),
  );
  if (isInLine) return `<key>${name}</key><string>${value}</string>`;
  return `${indent}<key>${name}</key>${newline}${indent}<string>${value}</string>${newline}`;
}

function read(text: string, file?: string): StringsFile {
  return isXml(text) ? readXml(text, file) : readPairs(text, file);
}

const originOf = originsOf('strings', (text) => read(text));

/** Apple's `.strings`. A key has one segment. */
const format: TreeFormat<StringsFile> = {
  ...about,
  read: (text, { file }) => read(text, file),
  set: ({ key, text }, { unit, mark, separator, xml }, file) => {
    if (unit === undefined) return [];
    if (xml !== undefined) {
      const newline = detectNewline(file.text);
      return [setString(text, { key, value: xml.value, newline })];
    }
    const quote = mark || '"';
    const lead = separator === '' ? ' = ' : '';
    const value = escapeText(text, quote, file.habits);
    return [{ ...unit.range, text: lead + quote + value + quote }];
  },
  rename: (name, written, { habits }) => {
    const quote = written.startsWith("'") ? "'" : '"';
    return quote + escapeText(name, quote, habits) + quote;
  },
  insert: (node, place) =>
    place.file.xml === undefined ? pair(node, place) : insertXml(node, place),
  escape: (character, file) =>
    isXml(file) ? characterReference(character) : unicodeEscape(character, { letter: 'U' }),
};

function pair(
  { key, edit }: NewNode,
  { file, before, after, newline, isInLine }: Place<StringsFile>,
): string {
  const near = before ?? after;
  const { indent = '', separator = '', isApart = false, hasComment = false } = near ?? {};
  const between = /^[ \t]*=[ \t]*$/.test(separator) ? separator : ' = ';
  const [name, value] = [key.join('.'), edit?.text ?? ''].map(
    (one) => `"${escapeText(one, '"', file.habits)}"`,
  );
  if (isInLine) return `${name}${between}${value}; `;
  const note = hasComment ? comments(edit?.from, { indent, newline }) : '';
  const blank = isApart ? newline : '';
  return `${blank}${note}${indent}${name}${between}${value};${newline}`;
}

/** The source's note, if the neighbours have theirs: in as many comments as in the source. */
function comments(
  from: Origin | undefined,
  { indent, newline }: { readonly indent: string; readonly newline: string },
): string {
  const note = from?.unit.note;
  if (note === undefined || note.includes('*/')) return '';
  const found = originOf(from);
  const { block, named } = found?.node ?? {};
  const above = block && named && found?.file.text.slice(block.start, named.start);
  const pieces = [...(above ?? '').matchAll(/\/\*([^]*?)\*\//g)].map(([, said = '']) =>
    said.trim(),
  );
  const said = pieces.join('\n') === note ? pieces : [note];
  return said.map((one) => `${indent}/* ${one.replaceAll('\n', newline)} */${newline}`).join('');
}

export const strings = withRoom(treeCodec(format), isXml);
