import type { Range } from '../../../model/index.js';
import { outlives } from '../comments-above.js';
import { isLineEnd, skipLineEnd } from '../layout.js';
import type { Splice } from '../splices.js';
import type { Place } from '../tree.js';
import type { XmlElement, XmlPiece } from './elements.js';

/** An element with the lines and comments that belong to it. */
export interface XmlBlock {
  readonly element: XmlElement;
  /** Its lines, and the comments directly above it or after it on its line. */
  readonly block: Range;
  /** The words of those comments; '' if there are none. */
  readonly note: string;
  /** White space before it on its line. */
  readonly indent: string;
}

/** How a commented-out element starts. */
const OUT = /^</;

/** The child elements, each with its lines and comments. Linear. */
export function blocksIn(text: string, parent: XmlElement): readonly XmlBlock[] {
  const blocks: XmlBlock[] = [];
  let comments: XmlPiece[] = [];
  let last = parent.open;
  for (const [index, node] of parent.children.entries()) {
    if (node.kind === 'comment') {
      if (node.end > last) comments.push(node);
      continue;
    }
    if (node.kind !== 'element') {
      if (comments.length === 0) continue;
      // White space with at most one line end keeps comments with what follows.
      const space = text.slice(node.start, node.end);
      const isOneBreak =
        !/[^ \t\n\r]/.test(space) && (space.match(/\r\n|\n|\r/g)?.length ?? 0) <= 1;
      if (!isOneBreak) comments = [];
      continue;
    }
    // To an element that starts its line belong no comments that follow something on their line.
    let above = comments;
    if (comments.length > 0 && beginsLine(text, node.start)) {
      const first = comments.findIndex(({ start }) => beginsLine(text, start));
      above = first === -1 ? [] : comments.slice(first);
    }
    const behind = commentBehind(text, parent.children, index + 1);
    const stays = above.findLastIndex(({ start, end }) => outlives(text.slice(start, end), OUT));
    const start = above[stays + 1]?.start ?? node.start;
    const block = linesOf(text, { start, end: behind?.end ?? node.end }, last);
    const note = noteOf(text, behind === undefined ? above : [...above, behind]);
    const indent = text.slice(blankStart(text, node.start), node.start);
    blocks.push({ element: node, block, note, indent });
    if (comments.length > 0) comments = [];
    last = block.end;
  }
  return blocks;
}

/** A comment after an element, with nothing else on the rest of its line. */
function commentBehind(
  text: string,
  nodes: XmlElement['children'],
  next: number,
): XmlPiece | undefined {
  const first = nodes[next];
  const comment = first?.kind === 'text' ? nodes[next + 1] : first;
  if (first === undefined || comment?.kind !== 'comment') return undefined;
  if (comment !== first && !/^[ \t]+$/.test(text.slice(first.start, first.end))) return undefined;
  return isLineEnd(text.charCodeAt(blankEnd(text, comment.end))) ? comment : undefined;
}

function linesOf(text: string, { start, end }: Range, last: number): Range {
  const begin = Math.max(last, blankStart(text, start));
  const stop = blankEnd(text, end);
  if (!beginsLine(text, begin)) return { start: begin, end };
  return { start: begin, end: isLineEnd(text.charCodeAt(stop)) ? skipLineEnd(text, stop) : end };
}

function beginsLine(text: string, offset: number): boolean {
  const at = blankStart(text, offset);
  return at === 0 || isLineEnd(text.charCodeAt(at - 1));
}

export function blankStart(text: string, offset: number): number {
  let at = offset;
  while (text.charCodeAt(at - 1) === 32 || text.charCodeAt(at - 1) === 9) at -= 1;
  return at;
}

export function blankEnd(text: string, offset: number): number {
  let at = offset;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1;
  return at;
}

/** The words of comments. A commented-out element is not a note. */
function noteOf(text: string, comments: readonly XmlPiece[]): string {
  if (comments.length === 0) return '';
  return comments
    .map(({ start, end }) => text.slice(start + 4, end - 3))
    .filter((words) => !OUT.test(words.trimStart()))
    .flatMap((words) => words.split(/\r\n|\n|\r/))
    .map((line) => line.trim())
    .join('\n')
    .trim();
}

/** Where to insert the first child of an element without children. */
export function insideOf(text: string, { open, close }: XmlElement): number {
  const start = blankStart(text, close);
  return start > open && isLineEnd(text.charCodeAt(start - 1)) ? start : close;
}

/** Whether an element is an empty-element tag, `<a />`. */
export function isEmptyTag({ open, end }: XmlElement): boolean {
  return open === end;
}

/** Where the content of `<a />` will be, once it has an end tag. */
export function emptyEnd(text: string, { open }: XmlElement): number {
  let at = open - 2;
  while (/[ \t\r\n]/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** Removes the rest of `<a />`: its new end tag comes with the inserted lines. */
export function endOfEmpty(text: string, element: XmlElement): Splice {
  return { start: emptyEnd(text, element), end: element.end, text: '' };
}

/**
 * The lines of one of several new nodes in `<a />`; the first and last one add the surroundings.
 */
export function linesInEmpty(lines: string, { name }: XmlElement, place: Place): string {
  const { at, run, newline } = place;
  const start = at === 0 ? `>${newline}` : '';
  return start + lines + (at === run.length - 1 ? `</${name}>` : '');
}
