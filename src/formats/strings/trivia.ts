import { outlives } from '../kit/comments-above.js';
import { isLineEnd, lineEnd, skipLineEnd } from '../kit/layout.js';

/** White space and comments between two pairs. */
export interface Trivia {
  /** Where the comments directly above begin, or the line of what follows. */
  readonly start: number;
  /** Where the line of what follows begins. */
  readonly lineStart: number;
  readonly end: number;
  /** Words of the comments directly above. */
  readonly note: string;
  readonly hasComment: boolean;
  /** An empty line is above `start`. */
  readonly isBlank: boolean;
}

/** How a commented-out pair begins. */
const OUT = /^"(?:[^"\\]|\\.)*"\s*=\s*"/;

/**
 * Reads up to what is neither white space nor comment, or up to `limit`.
 * @param unclosed called with the place of a comment without an end
 */
export function readTrivia(
  text: string,
  from: number,
  unclosed: (at: number) => void,
  limit = text.length,
): Trivia {
  let [at, line, start, isBlank] = [from, from, from, false];
  let comments: string[] = [];
  // No comment above that goes with what follows.
  let isFree = true;
  // Whether the line that is being read has anything yet.
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
 * Where what belongs to a pair ends, behind its semicolon: the line with its comment, or the next
 * pair of the line.
 */
export function endOfLine(text: string, from: number): number {
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

/** -1: it is not closed. */
function commentEnd(text: string, at: number): number {
  if (text.charAt(at + 1) === '/') return lineEnd(text, at);
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? -1 : end + 2;
}

/** What tools write where nobody has said anything, and commented-out pairs. */
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
