import { startOfOwn } from '../kit/comments-above.js';
import {
  commentBehind,
  commentsAbove,
  commentTexts,
  lineEnd,
  startOfLine,
  startsLine,
} from './lines.js';
import type { Entry } from './outline.js';

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
