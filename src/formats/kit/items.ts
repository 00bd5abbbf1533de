import type { Range } from '../../model/index.js';
import { outlives } from './comments-above.js';
import { beforeLineEnd, hasBom, isLineEnd, lineEnd, lineStart, skipLineEnd } from './layout.js';
import type { Node, Place, TreeFile } from './tree.js';

/** An item of a file whose containers have brackets and commas: JSON5, PHP. */
export interface Item extends Node {
  /** White space before it on its line; undefined if it does not start its line. */
  readonly indent: string | undefined;
  /** Whether a blank line above is part of its block. */
  readonly isSpaced: boolean;
  readonly children?: readonly Item[];
  /** Offset of a container's closing bracket. */
  readonly close?: number;
}

type ItemPlace = Place<TreeFile<Item>>;

interface Writing {
  /** Its key with what separates it from the value. */
  readonly lead: string;
  /** The value with its lines indented; undefined: on one line. */
  readonly value: (indent: string | undefined) => string;
  /** Its indentation if no neighbour shows one. */
  readonly inner: string;
  /** White space after a comma between items on one line. */
  readonly gap: '' | ' ';
  /** The last line of a container in several lines ends in a comma. */
  readonly isTrailing: boolean;
}

/** The lines of a new item, or only the item if its neighbours share a line. */
export function newItem(
  place: ItemPlace,
  { lead, value, inner, gap, isTrailing }: Writing,
): string {
  const { file, before, after, newline, isInLine, run, at, endsBare } = place;
  const isLast = at === run.length - 1 && (after === undefined || endsBare);
  const isOpen = before?.comma === undefined || before.comma.end > before.comma.start;
  if (isInLine) {
    const offset = before?.block.end ?? after?.block.start ?? 0;
    const isClose = at === 0 && !/[\s[({]/.test(file.text.charAt(offset - 1));
    const isNext = isOpen && before !== undefined && !endsBare;
    const comma = !isLast ? `,${gap}` : isNext ? ',' : '';
    return `${isClose ? gap : ''}${lead}${value(undefined)}${comma}`;
  }
  const indent = before?.indent ?? after?.indent ?? inner;
  // The nearest container with items decides whether a new one is on one line.
  const like = [before, after].find(
    (node) => node?.close !== undefined && (node.children ?? []).length > 0,
  );
  const isShort = like !== undefined && !/[\n\r]/.test(file.text.slice(like.inside, like.close));
  const hasComma = !isLast || ((before === undefined ? isTrailing : isOpen) && !endsBare);
  const line = `${indent}${lead}${value(isShort ? undefined : indent)}${hasComma ? ',' : ''}`;
  return blankLine(place) + line + newline;
}

/** A blank line above, if each neighbour has one. */
export function blankLine({ parent, before, after, newline, at }: ItemPlace): string {
  if (before === undefined) return at > 0 && after?.isSpaced === true ? newline : '';
  if (!before.isSpaced || after !== undefined) return before.isSpaced ? newline : '';
  return parent.children?.at(-2)?.isSpaced === false ? '' : newline;
}

/** The first lines of a container, with line ends inside its brackets. */
export function inBrackets(lines: string, { file, parent, newline }: ItemPlace): string {
  const { inside = 0, close } = parent;
  const body = newline + lines.slice(0, -newline.length);
  if (/[\n\r]/.test(file.text.slice(inside, close))) return body;
  return body + newline + indentOf(parent, file.text);
}

/** White space at the start of a container's line. */
export function indentOf({ inside = 0 }: Item, text: string): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, inside), inside))?.[0] ?? '';
}

/** A value with its key, and its surroundings. */
export interface Surroundings {
  /** From its key to the end of its value, without comma or semicolon. */
  readonly item: Range;
  /** The end of what precedes it. */
  readonly from: number;
  /** Start of the next item, or of the bracket after the last one. */
  readonly next: number;
  /** Comments between `from` and the item. */
  readonly above: readonly Range[];
  /** Comments between the item and `next`. */
  readonly behind: readonly Range[];
}

export interface ItemBlock extends Range {
  /** White space before it on its line; undefined if it does not start its line. */
  readonly indent: string | undefined;
  /** Whether a blank line above is part of it. */
  readonly isSpaced: boolean;
  /** Comments about it, in order; a heading above, which stays, is one of them. */
  readonly comments: readonly Range[];
}

/**
 * The block of an item: its lines, the comments directly above it and those after it on its line,
 * and a blank line above if there is another one below.
 *
 * @param out how a commented-out item starts: it stays
 */
export function blockOf(text: string, around: Surroundings, out: RegExp): ItemBlock {
  const { item, from, above } = around;
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
  const indent = text.slice(first, Math.min(skipBlanks(text, first), item.start));
  const top = blankLinesAbove(text, line, from);
  const isSpaced = top < line && isFollowedByBlank(text, tail.end);
  // The item behind it on its line gets its indentation.
  const isWhole = tail.end >= text.length || isLineEnd(text.charCodeAt(tail.end - 1));
  const whole = isSpaced ? top : line;
  return { start: isWhole ? whole : start, end: tail.end, indent, isSpaced, comments };
}

/** The start of an offset's line; undefined if the line starts before `from` (never for 0). */
function lineIn(text: string, from: number, offset: number): number | undefined {
  for (let at = offset; at > from; at -= 1) if (isLineEnd(text.charCodeAt(at - 1))) return at;
  if (from > 0) return undefined;
  return hasBom(text) ? Math.min(1, offset) : 0;
}

/** The first line without any part of the previous item or its comments. */
function startOfFreeLines(text: string, { from, above }: Surroundings): number {
  // At the top of a file, there is no line before.
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
  /** The end of its line, if it ends its line; else the end of the white space after it. */
  readonly end: number;
  /** The end of the white space after it on its line, if something else follows. */
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
  // White space before a bracket does not belong to it.
  const blanks = skipBlanks(text, item.end);
  const isOwn = text.charCodeAt(item.end - 1) === 44 || blanks !== next;
  return { end: isOwn ? blanks : item.end, blanks: isOwn ? blanks : item.end, comments: NONE };
}

const NONE: readonly Range[] = [];

/** Start of the blank lines above a line, at least `from`. */
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

/** Whether a blank line, a closing bracket or the end of the file follows. */
function isFollowedByBlank(text: string, at: number): boolean {
  const end = skipBlanks(text, at);
  const code = text.charCodeAt(end);
  return end >= text.length || isLineEnd(code) || code === 93 || code === 41 || code === 125;
}

/**
 * The words of comments, without delimiters and commented-out lines.
 *
 * @param out how a commented-out line starts
 */
export function noteOf(text: string, comments: readonly Range[], out: RegExp): string {
  if (comments.length === 0) return '';
  return comments
    .flatMap(({ start, end }) =>
      text
        .slice(start, end)
        .replace(/(?:\*\/|\]=*\])$/, '')
        .split(/\r\n|\n|\r/),
    )
    .map((line) =>
      line.replace(/^[ \t]*(?:\/\*+|\/\/+|--+(?:\[=*\[)?|#+|\*+|\|)?[ \t]*/, '').trimEnd(),
    )
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !out.test(line))
    .join('\n');
}
