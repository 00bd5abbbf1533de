import type { Range } from '../../model/index.js';
import { isLineEnd, lineEnd, lineStart, skipLineEnd } from '../kit/layout.js';

/** A value with its key, and what stands around it. */
export interface Surroundings {
  readonly text: string;
  /** From its key to the end of its value, comma or semicolon. */
  readonly item: Range;
  /** Behind what stands before it. */
  readonly from: number;
  /** Where the next item, or the bracket behind the last, begins. */
  readonly next: number;
  /** Comments between `from` and the item. */
  readonly above: readonly Range[];
  /** Comments between the item and `next`. */
  readonly behind: readonly Range[];
}

export interface Block extends Range {
  /** White space before it in its line; undefined where it does not begin its line. */
  readonly indent: string | undefined;
  /** Whether a blank line above is part of it. */
  readonly isSpaced: boolean;
  readonly note: string | undefined;
}

/**
 * What goes with an item: its lines, the comments directly above it and those behind it in its
 * line, and a blank line above where another one is below.
 */
export function blockOf(around: Surroundings): Block {
  const { text, item, from, next, above } = around;
  const free = startOfFreeLines(around);
  const own: Range[] = [];
  let start = item.start;
  for (const comment of above.toReversed()) {
    if (comment.start < free || hasBlankLine(text, comment.end, start)) break;
    own.unshift(comment);
    start = comment.start;
  }
  const line = lineStart(text, start);
  const isOwnLine = line >= from && isBlank(text, line, start);
  const tail = tailOf(around);
  const note = noteOf([...own, ...tail.comments].map((one) => text.slice(one.start, one.end)));
  if (!isOwnLine) return { start, end: tail.blanks, indent: undefined, isSpaced: false, note };
  const indent = text.slice(lineStart(text, item.start), item.start);
  const top = blankLinesAbove(text, line, from);
  const isSpaced = top < line && isFollowedByBlank(text, tail.end, next);
  const begin = isSpaced ? top : line;
  return {
    start: begin,
    end: tail.end,
    indent: /^\s*$/.test(indent) ? indent : '',
    isSpaced,
    note,
  };
}

/** The first line that nothing of the item before, and no comment of it, stands in. */
function startOfFreeLines({ text, from, above }: Surroundings): number {
  let end = from;
  for (const comment of above) {
    if (lineEnd(text, end) < comment.start) break;
    end = comment.end;
  }
  // At the top of a file there is no line before.
  return from === 0 ? 0 : skipLineEnd(text, lineEnd(text, end));
}

function hasBlankLine(text: string, start: number, end: number): boolean {
  return /(?:\r\n|\n|\r)[ \t]*(?:\n|\r)/.test(text.slice(start, end));
}

function isBlank(text: string, start: number, end: number): boolean {
  return /^[ \t]*$/.test(text.slice(start, end));
}

interface Tail {
  /** Behind its line, where it ends its line; else behind the white space that follows. */
  readonly end: number;
  /** Behind the white space that follows in its line. */
  readonly blanks: number;
  readonly comments: readonly Range[];
}

function tailOf({ text, item, next, behind }: Surroundings): Tail {
  const stop = lineEnd(text, item.end);
  const comments = behind.filter(({ start, end }) => start <= stop && end <= stop);
  let blanks = item.end;
  while (text.charCodeAt(blanks) === 32 || text.charCodeAt(blanks) === 9) blanks += 1;
  const isOver = isLineEnd(text.charCodeAt(blanks)) || blanks >= text.length;
  const end = comments.at(-1)?.end ?? item.end;
  const isEndOfLine = next > stop && isBlank(text, end, stop);
  // In front of a bracket or the end of the line, white space is not its own.
  const own = isOver || blanks === next ? item.end : blanks;
  if (isEndOfLine) return { end: skipLineEnd(text, stop), blanks: item.end, comments };
  const isSeparated = text.charCodeAt(item.end - 1) === 44;
  return { end: isSeparated ? blanks : own, blanks: isSeparated ? blanks : own, comments: [] };
}

function blankLinesAbove(text: string, line: number, from: number): number {
  let top = line;
  while (top > from) {
    const above = lineStart(text, beforeEnd(text, top));
    if (above < from || above === top || !isBlank(text, above, beforeEnd(text, top))) break;
    top = above;
  }
  return top;
}

function beforeEnd(text: string, at: number): number {
  if (!isLineEnd(text.charCodeAt(at - 1))) return at;
  return text.charCodeAt(at - 1) === 10 && text.charCodeAt(at - 2) === 13 ? at - 2 : at - 1;
}

/** A blank line, a closing bracket or the end of the file. */
function isFollowedByBlank(text: string, at: number, next: number): boolean {
  const end = lineEnd(text, at);
  return isBlank(text, at, end) || /^[\])]|^$/.test(text.slice(next, next + 1));
}

const OUT = /^(?:['"][^'"]*['"]\s*=>|\$\w+\s*\[|return\b)/;

/** What comments say; a pair that somebody has taken out says nothing. */
function noteOf(comments: readonly string[]): string | undefined {
  if (comments.length === 0) return undefined;
  return comments
    .flatMap((comment) => comment.replace(/\*\/$/, '').split(/\r\n|\n|\r/))
    .map((line) => line.replace(/^[ \t]*(?:\/\*+|\/\/+|#+|\*+|\|)?[ \t]*/, '').trimEnd())
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !OUT.test(line))
    .join('\n');
}
