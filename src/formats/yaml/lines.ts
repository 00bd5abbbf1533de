import { startOfOwn } from '../kit/comments-above.js';
import { BOM, isLineEnd, skipLineEnd } from '../kit/layout.js';
import type { Entry } from './outline.js';

/** Offset of the end of the line that contains `offset`, before its line end. */
export function lineEnd(source: string, offset: number): number {
  const found = source.indexOf('\n', offset);
  const end = found === -1 ? source.length : found;
  return end > offset && source.charCodeAt(end - 1) === 13 ? end - 1 : end;
}

/** Whether only spaces (and a BOM) precede `offset` on its line. */
export function startsLine(source: string, offset: number): boolean {
  let at = offset;
  while (at > 0 && source.charCodeAt(at - 1) === 32) at -= 1;
  const before = source.charCodeAt(at - 1);
  return at === 0 || isLineEnd(before) || (at === 1 && before === BOM);
}

/** Start of the line of `offset`, after a BOM. */
export function startOfLine(source: string, offset: number): number {
  const start = offset === 0 ? 0 : source.lastIndexOf('\n', offset - 1) + 1;
  return start === 0 && source.charCodeAt(0) === BOM ? Math.min(1, offset) : start;
}

/** 0-based column and offset of the first non-blank character on the line at `start`. */
function firstCharacter(source: string, start: number): number {
  let at = start;
  while (source.charCodeAt(at) === 32 || source.charCodeAt(at) === 9) at += 1;
  return at;
}

/**
 * Start of the comment lines directly above the line that starts at `line`, at least `bound`, and
 * only comments indented at most to `column`. `line` itself if there are none.
 */
function commentsAbove(
  source: string,
  line: number,
  { bound, column }: { readonly bound: number; readonly column: number },
): number {
  let top = line;
  while (top > bound) {
    const previous = startOfLine(source, lineBefore(source, top));
    if (previous < bound || previous >= top) return top;
    const at = firstCharacter(source, previous);
    if (source.charCodeAt(at) !== 35 || at - previous > column) return top;
    top = previous;
  }
  return top;
}

/** An offset inside the line before the one that starts at `start`. */
function lineBefore(source: string, start: number): number {
  const before = start - 1;
  return source.charCodeAt(before) === 10 && source.charCodeAt(before - 1) === 13
    ? before - 1
    : before;
}

/**
 * End of the line that contains `end`, including comment lines below that are indented beyond
 * `column`.
 */
export function endOfLines(source: string, end: number, column: number): number {
  let tail = skipLineEnd(source, lineEnd(source, end));
  let at = tail;
  while (at < source.length) {
    const first = firstCharacter(source, at);
    const next = skipLineEnd(source, lineEnd(source, first));
    if (source.charCodeAt(first) === 35) {
      if (first - at <= column) break;
      tail = next;
    } else if (first < source.length && !isLineEnd(source.charCodeAt(first))) break;
    at = next;
  }
  return tail;
}

/** Whether the line at `start` is blank. False at the end of the text. */
export function isBlankLine(source: string, start: number): boolean {
  if (start >= source.length) return false;
  const first = firstCharacter(source, start);
  return first >= source.length || isLineEnd(source.charCodeAt(first));
}

/** The comment after a value on its line, without `#` and blanks. */
function commentBehind(source: string, end: number): string | undefined {
  let at = firstCharacter(source, end);
  if (source.charCodeAt(at) === 44) at = firstCharacter(source, at + 1);
  if (source.charCodeAt(at) !== 35 || at === end) return undefined;
  return stripHash(source.slice(at, lineEnd(source, at)));
}

/** The comment lines of a slice, one text per line. */
function commentTexts(slice: string): string[] {
  return slice
    .split(/\r\n|\n/)
    .map((line) => line.trim())
    .filter((line) => line.startsWith('#'))
    .map(stripHash);
}

function stripHash(comment: string): string {
  return comment.replace(/^#+/, '').trim();
}

/** The comment lines directly above an entry and the comment after its value. */
export function noteOf(source: string, entry: Entry, bound: number): string | undefined {
  const texts = commentTexts(source.slice(...commentBlock(source, entry, bound)));
  const behind =
    entry.style === 'block' ? headerComment(source, entry) : commentBehind(source, entry.end);
  if (behind !== undefined) texts.push(behind);
  const note = texts.join('\n').trim();
  return note === '' ? undefined : note;
}

/** How a commented-out entry starts, as opposed to a remark such as `Note: …`. */
const OUT = /^(?:"[^"\n]*"|'[^'\n]*'|[a-z][\w.-]*):[ \t]+(?:"[^"\n]*"|'[^'\n]*'|[|>][+-]?)$/;

/** Start of the comment lines that belong to an entry. */
export function startOfComments(source: string, entry: Entry, bound: number): number {
  const [start, end] = commentBlock(source, entry, bound);
  return startOfOwn(source, { start, end }, OUT);
}

/** Range of the comment lines directly above an entry; empty if there are none. */
export function commentBlock(source: string, entry: Entry, bound: number): [number, number] {
  if (!startsLine(source, entry.start)) return [entry.start, entry.start];
  const line = startOfLine(source, entry.start);
  return [commentsAbove(source, line, { bound, column: entry.start - line }), line];
}

function headerComment(source: string, { valueStart }: Entry): string | undefined {
  const header = source.slice(valueStart, lineEnd(source, valueStart));
  return /^\S+[ \t]+#+(.*)$/.exec(header)?.[1]?.trim();
}
