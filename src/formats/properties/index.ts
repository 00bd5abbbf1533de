import type { ParseOptions } from '../../model/index.js';
import { unicodeEscape } from '../kit/character-escapes.js';
import { startOfOwn } from '../kit/comments-above.js';
import {
  beforeLineEnd,
  hasBom,
  isLineEnd,
  lineEnd,
  newLineAt,
  skipLineEnd,
} from '../kit/layout.js';
import { isLetter } from '../kit/letter.js';
import { plainUnit, treeCodec } from '../kit/tree-codec.js';
import type { NewNode, Node, Place, TreeFile, TreeFormat } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { about } from './about.js';

/** Java's `.properties`, in UTF-8 or in Latin-1 with `\u` escapes. A key has one segment. */
const format: TreeFormat<PropertiesFile> = {
  ...about,
  read,
  set: ({ text }, { unit, separator, block }, { habits }) => {
    if (unit === undefined) return [];
    // A key without a value has no separator yet.
    const lead = separator === '' && text !== '' ? '=' : '';
    const value = escapeValue(text, separator + lead, habits);
    const { start, end } = unit.range;
    return [{ start: Math.min(start, block.end), end, text: lead + value }];
  },
  rename: (name, _, { habits }) => escapeKey(name, habits),
  insert: line,
  escape: (character) => unicodeEscape(character),
};

function line(
  { key, edit }: NewNode,
  { file, before, after, newline }: Place<PropertiesFile>,
): string {
  const { habits, text } = file;
  const { indent, separator } = before ?? after ?? { indent: '', separator: '' };
  const name = escapeKey(key.join('.'), habits);
  // After an empty key, blanks alone do not separate.
  const separates = name === '' ? /[=:]/.test(separator) : separator !== '';
  const isOneLine = /^[ \t\f]*[=:]?[ \t\f]*$/.test(separator) && separates;
  const own = isOneLine ? separator : '=';
  const value = escapeValue(edit?.text ?? '', own, habits);
  // A backslash at the end of the file would continue its value on the new line.
  const end = before?.block.end ?? 0;
  const lead = before !== undefined && goesOn(text, end) ? newLineAt(text, end, newline) : '';
  return lead + indent + name + own + value + newline;
}

export const properties = treeCodec(format);

/** How a commented-out pair starts. */
const OUT = /^[\w.-]+\s*=/;

/** A pair of key and value. */
interface Pair extends Node {
  /** White space and `=` or `:` between the two. */
  readonly separator: string;
  readonly indent: string;
}

interface PropertiesFile extends TreeFile<Pair> {
  readonly habits: Habits;
}

/**
 * Pairs of a file as read by `java.util.Properties`.
 * @throws FormatError `syntax` for `\\u` without four digits, which Java refuses
 */
function read(text: string, options: ParseOptions = {}): PropertiesFile {
  const { file } = options;
  const children: Pair[] = [];
  let at = hasBom(text) ? 1 : 0;
  let comments: number | undefined;
  while (at < text.length) {
    const start = skipBlanks(text, at);
    const code = text.charCodeAt(start);
    if (start >= text.length || isLineEnd(code)) {
      comments = undefined;
      at = skipLineEnd(text, start);
    } else if (code === 35 || code === 33) {
      comments ??= at;
      at = skipLineEnd(text, lineEnd(text, start));
    } else {
      const pair = readPair(text, { line: at, start, comments: comments ?? at, file });
      children.push(pair);
      comments = undefined;
      at = pair.block.end;
    }
  }
  const first = { start: 0, end: text.length };
  const root = { key: [], block: first, children, separator: '=', indent: '' };
  return { text, root, habits: habitsBeside(text, options) };
}

/**
 * An ASCII target does not show its encoding. If its source is in Latin-1 or has escapes, its
 * letters are escaped, which every reader supports.
 */
function habitsBeside(text: string, { source, encoding = 'utf-8' }: ParseOptions): Habits {
  const habits = habitsOf(text);
  if (habits.ascii || source === undefined || encoding !== 'utf-8') return habits;
  if (/[^\0-\x7f]/.test(text)) return habits;
  const isOld = source.encoding === 'iso-8859-1' || habitsOf(source.text).ascii;
  return isOld ? { ...habits, ascii: true } : habits;
}

interface Line {
  /** Start of its line. */
  readonly line: number;
  readonly start: number;
  /** Start of the comments above it. */
  readonly comments: number;
  readonly file: string | undefined;
}

function readPair(text: string, { line, start, comments, file }: Line): Pair {
  const read = (from: number, to: number): string =>
    unescape(text.slice(from, to), (at) => {
      const message = 'a \\u without four hexadecimal digits; write \\\\ for a literal backslash.';
      throw formatError('syntax', message, { text, offset: from + at, file });
    });
  const keyEnd = endOfKey(text, start);
  const valueStart = startOfValue(text, keyEnd);
  const end = logicalEnd(text, valueStart);
  const blockEnd = skipLineEnd(text, end);
  const key = [read(start, keyEnd)];
  const value = read(valueStart, end);
  const note = noteOf(text.slice(comments, line));
  // A backslash at the end of the file has no effect, but would escape what is added after it.
  const isAll = valueStart === end && goesOn(text, blockEnd);
  const behind = beforeLineEnd(text, blockEnd);
  const range = isAll ? { start: behind - 1, end: behind } : { start: valueStart, end };
  return {
    key,
    block: { start: startOfOwn(text, { start: comments, end: line }, OUT), end: blockEnd },
    unit: plainUnit({ key, text: value, range, note }),
    named: { start, end: keyEnd },
    separator: text.slice(keyEnd, valueStart),
    indent: text.slice(line, start),
  };
}

/** Whether a pair's last line ends with a backslash, so that the next line would continue it. */
function goesOn(text: string, blockEnd: number): boolean {
  const end = beforeLineEnd(text, blockEnd);
  let at = end;
  while (text.charCodeAt(at - 1) === 92) at -= 1;
  return (end - at) % 2 === 1;
}

/** The words of comments. A commented-out pair is not a note. */
function noteOf(comments: string): string {
  return comments
    .split(/\r\n|\n|\r/)
    .map((one) => one.replace(/^[ \t\f]*[#!]+[ \t]?/, '').trimEnd())
    .filter((one) => !OUT.test(one))
    .join('\n')
    .trim();
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 12;
}

function endOfKey(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 92) {
      const next = text.charCodeAt(at + 1);
      at = isLineEnd(next) ? skipBlanks(text, skipLineEnd(text, at + 1)) : at + 2;
    } else if (code === 61 || code === 58 || isBlank(code) || isLineEnd(code)) break;
    else at += 1;
  }
  return Math.min(at, text.length);
}

/**
 * The start of the value: after one `=` or `:` and the white space around it, across continued
 * lines.
 */
function startOfValue(text: string, keyEnd: number): number {
  const before = skipFolded(text, keyEnd);
  const code = text.charCodeAt(before);
  return code === 61 || code === 58 ? skipFolded(text, before + 1) : before;
}

function skipFolded(text: string, from: number): number {
  let at = skipBlanks(text, from);
  while (text.charCodeAt(at) === 92 && isLineEnd(text.charCodeAt(at + 1)))
    at = skipBlanks(text, skipLineEnd(text, at + 1));
  return at;
}

/** End of a value: the first line end without a backslash before it. */
function logicalEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) {
    if (text.charCodeAt(at) !== 92) at += 1;
    else if (isLineEnd(text.charCodeAt(at + 1))) at = skipBlanks(text, skipLineEnd(text, at + 1));
    else at += 2;
  }
  return Math.min(at, text.length);
}

const NAMED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/**
 * A raw key or value as Java reads it: resolves escapes and continued lines.
 *
 * @param refuse called with the position of a `\u` without four digits
 */
function unescape(raw: string, refuse: (at: number) => void): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    /\\(?:u+([0-9a-fA-F]{4})|(?:\r\n|\n|\r)[ \t\f]*|([^])|$)/g,
    (_, hex: string | undefined, letter: string | undefined, at: number) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (letter === 'u') refuse(at);
      return letter === undefined ? '' : (NAMED[letter] ?? letter);
    },
  );
}

/** How a file escapes characters. */
interface Habits {
  /** Letters beyond ASCII are written as `\u00e9`, as in Latin-1 files. */
  readonly ascii: boolean;
  /** Digits of `\u` above 9 are upper case: `\u00E9`. */
  readonly upperCase: boolean;
  /** `\:`, `\=`, `\#`, `\!` in values, as `Properties.store` writes them. */
  readonly guarded: boolean;
}

const LETTERS: Readonly<Record<string, string>> = { '\t': 't', '\n': 'n', '\r': 'r', '\f': 'f' };

/**
 * A value in the style of the file, on one line.
 * @param separator the text before it; after only blanks, `=` or `:` would be part of the separator
 */
function escapeValue(text: string, separator: string, habits: Habits): string {
  const isBare = !/[=:]/.test(separator) && !habits.guarded;
  const lead = text.startsWith(' ') || (isBare && /^[=:]/.test(text)) ? '\\' : '';
  const pattern = habits.guarded
    ? /[\\:=#!\p{Cc}\u0085\u2028\u2029\ufeff]/gu
    : /[\\\p{Cc}\u0085\u2028\u2029\ufeff]/gu;
  return (
    lead +
    escapeLetters(
      text.replace(pattern, (one) => escapeOne(one, habits)),
      habits,
    )
  );
}

/** A key in the style of the file. */
function escapeKey(name: string, habits: Habits): string {
  const escaped = name.replace(/[\\:=#! \p{Cc}\u0085\u2028\u2029\ufeff]/gu, (one) =>
    escapeOne(one, habits),
  );
  return escapeLetters(escaped, habits);
}

function escapeOne(character: string, { upperCase }: Habits): string {
  if (/[\\:=#! ]/.test(character)) return `\\${character}`;
  const letter = LETTERS[character];
  return letter === undefined ? unicodeEscape(character, { upperCase }) : `\\${letter}`;
}

function escapeLetters(text: string, { ascii, upperCase }: Habits): string {
  if (!ascii) return text;
  return text.replace(/[^\0-\x7f]/g, (one) => unicodeEscape(one, { upperCase }));
}

const ESCAPE = /\\u([0-9a-fA-F]{4})/g;

/**
 * The habits of a file: letters are escaped if it escapes some and has none unescaped. Marks and
 * invisible spaces are escaped in any file and do not count.
 */
function habitsOf(text: string): Habits {
  let [upper, lower, escaped] = [0, 0, false];
  for (const [, hex = ''] of text.matchAll(ESCAPE)) {
    if (/[A-F]/.test(hex)) upper += 1;
    else if (/[a-f]/.test(hex)) lower += 1;
    escaped ||= isLetter(Number.parseInt(hex, 16));
  }
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return {
    ascii: escaped && !/[^\0-\x7f]/.test(withoutComments(body)),
    upperCase: upper > lower,
    guarded: isGuarded(text),
  };
}

/** Checks line by line: a single expression would scan a line once for each of its colons. */
function isGuarded(text: string): boolean {
  let isGuarded = false;
  for (const [, rest = ''] of text.matchAll(/[:=]([^\n\r]*)/g)) {
    if (/[^\\][:=]/.test(rest)) return false;
    isGuarded ||= /\\[:=#!]/.test(rest);
  }
  return isGuarded;
}

function withoutComments(text: string): string {
  return text.replace(/^[ \t\f]*[#!].*$/gm, '');
}
