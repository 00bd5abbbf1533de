import type { Range } from '../../model/index.js';
import { outlives } from './comments-above.js';
import { beforeLineEnd, hasBom, isLineEnd, lineEnd, skipLineEnd } from './layout.js';

/** A value with its key, and what stands around it. */
export interface Surroundings {
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

export interface ItemBlock extends Range {
  /** White space before it in its line; undefined where it does not begin its line. */
  readonly indent: string | undefined;
  /** Whether a blank line above is part of it. */
  readonly isSpaced: boolean;
  /** Comments that speak of it, in order; a heading above, which stays, is one of them. */
  readonly comments: readonly Range[];
}

/**
 * What goes with an item: its lines, the comments directly above it and those behind it in its
 * line, and a blank line above where another one is below.
 *
 * @param out how a commented-out item begins: it stays
 */
export function blockOf(text: string, around: Surroundings, out: RegExp): ItemBlock {
  const { item, from, next, above } = around;
  let start = item.start;
  let own: readonly Range[] = above;
  if (above.length > 0) {
    const free = startOfFreeLines(text, around);
    let at = above.length;
    let goes = true;
    let below = start;
    for (; at > 0; at -= 1) {
      const comment = above[at - 1];
      if (comment === undefined || comment.start < free) break;
      if (hasBlankLine(text, comment.end, below)) break;
      goes &&= !outlives(text.slice(comment.start, comment.end), out);
      if (goes) start = comment.start;
      below = comment.start;
    }
    own = above.slice(at);
  }
  const tail = tailOf(text, around);
  const comments = tail.comments.length === 0 ? own : [...own, ...tail.comments];
  const line = lineIn(text, from, start);
  if (line === undefined || !isBlank(text, line, start))
    return { start, end: tail.blanks, indent: undefined, isSpaced: false, comments };
  const first = lineIn(text, from, item.start) ?? line;
  const indent = isBlank(text, first, item.start) ? text.slice(first, item.start) : '';
  const top = blankLinesAbove(text, line, from);
  const isSpaced = top < line && isFollowedByBlank(text, tail.end, next);
  return { start: isSpaced ? top : line, end: tail.end, indent, isSpaced, comments };
}

/**
 * The start of the line of an offset; undefined where the line begins before `from`, which 0 never
 * does.
 */
export function lineIn(text: string, from: number, offset: number): number | undefined {
  for (let at = offset; at > from; at -= 1) if (isLineEnd(text.charCodeAt(at - 1))) return at;
  if (from > 0) return undefined;
  return hasBom(text) ? Math.min(1, offset) : 0;
}

/** The first line that nothing of the item before, and no comment of it, stands in. */
function startOfFreeLines(text: string, { from, above }: Surroundings): number {
  // At the top of a file there is no line before.
  if (from === 0) return 0;
  let end = from;
  for (const comment of above) {
    if (hasLineEnd(text, end, comment.start)) break;
    end = comment.end;
  }
  return skipLineEnd(text, lineEnd(text, end));
}

function hasLineEnd(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (isLineEnd(text.charCodeAt(at))) return true;
  return false;
}

function hasBlankLine(text: string, start: number, end: number): boolean {
  return /(?:\r\n|\n|\r(?!\n))[ \t]*[\n\r]/.test(text.slice(start, end));
}

function isBlank(text: string, start: number, end: number): boolean {
  return skipBlanks(text, start) >= end;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1;
  return at;
}

interface Tail {
  /** Behind its line, where it ends its line; else behind the white space that follows. */
  readonly end: number;
  /** Behind the white space that follows in its line, if something else does, too. */
  readonly blanks: number;
  readonly comments: readonly Range[];
}

function tailOf(text: string, { item, next, behind }: Surroundings): Tail {
  let { end } = item;
  let count = 0;
  for (const comment of behind) {
    if (hasLineEnd(text, end, comment.end)) break;
    ({ end } = comment);
    count += 1;
  }
  const stop = skipBlanks(text, end);
  if (stop >= text.length || isLineEnd(text.charCodeAt(stop))) {
    const comments = count === 0 ? NONE : behind.slice(0, count);
    return { end: skipLineEnd(text, stop), blanks: item.end, comments };
  }
  // In front of a bracket, white space is not its own.
  const blanks = skipBlanks(text, item.end);
  const isOwn = text.charCodeAt(item.end - 1) === 44 || blanks !== next;
  return { end: isOwn ? blanks : item.end, blanks: isOwn ? blanks : item.end, comments: NONE };
}

const NONE: readonly Range[] = [];

/** The start of the blank lines above a line; nothing before `from`. */
export function blankLinesAbove(text: string, line: number, from: number): number {
  let top = line;
  while (top > from) {
    const end = beforeLineEnd(text, top);
    const above = lineIn(text, from, end);
    if (above === undefined || above === top || !isBlank(text, above, end)) break;
    top = above;
  }
  return top;
}

/** A blank line, a closing bracket or the end of the file. */
function isFollowedByBlank(text: string, at: number, next: number): boolean {
  const end = skipBlanks(text, at);
  if (end >= text.length || isLineEnd(text.charCodeAt(end))) return true;
  const code = text.charCodeAt(next);
  return code === 93 || code === 41 || code === 125;
}
