import type { ParseOptions } from '../../model/index.js';
import { startOfOwn } from '../kit/comments-above.js';
import { beforeLineEnd, hasBom, isLineEnd, lineEnd, skipLineEnd } from '../kit/layout.js';
import { plainUnit } from '../kit/tree-codec.js';
import type { Node, TreeFile } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { habitsOf, unescape, type Habits } from './escapes.js';

/** How a commented-out pair starts. */
const OUT = /^[\w.-]+\s*=/;

/** A pair of key and value. */
export interface Pair extends Node {
  /** White space and `=` or `:` between the two. */
  readonly separator: string;
  readonly indent: string;
}

export interface PropertiesFile extends TreeFile<Pair> {
  readonly habits: Habits;
}

/**
 * Pairs of a file as read by `java.util.Properties`.
 * @throws FormatError `syntax` for `\\u` without four digits, which Java refuses
 */
export function read(text: string, options: ParseOptions = {}): PropertiesFile {
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
export function goesOn(text: string, blockEnd: number): boolean {
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
