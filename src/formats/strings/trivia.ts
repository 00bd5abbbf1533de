import { outlives } from '../kit/comments-above.js';
import { isLineEnd, lineEnd, skipLineEnd } from '../kit/layout.js';

/** White space and comments between two pairs. */
export interface Trivia {
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
export function readTrivia(
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
