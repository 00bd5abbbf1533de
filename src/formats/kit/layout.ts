import type { Document } from '../../model/index.js';

export const BOM = 0xfeff;

export function hasBom(text: string): boolean {
  return text.charCodeAt(0) === BOM;
}

/** The first line end of the file; `\n` if there is none. */
export function detectNewline(text: string): Document['newline'] {
  const lf = text.indexOf('\n');
  if (lf > 0 && text.charCodeAt(lf - 1) === 13) return '\r\n';
  // Only a file without any line feed is searched to its end for carriage returns.
  if (lf === -1) return text.includes('\r') ? '\r' : '\n';
  const cr = text.slice(0, lf).indexOf('\r');
  return cr === -1 ? '\n' : '\r';
}

export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}

/** Start of the line that contains `offset`. */
export function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isLineEnd(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

/** Offset of the next line end, or of the end of the text. */
export function lineEnd(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at += 1;
  return at;
}

/** Offset after the line end that starts at `offset`; `offset` itself if there is none. */
export function skipLineEnd(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  if (code === 10) return offset + 1;
  if (code !== 13) return offset;
  return text.charCodeAt(offset + 1) === 10 ? offset + 2 : offset + 1;
}

/** A separate line end: after a carriage return, a line feed alone would complete that one. */
export function newLineAt(text: string, at: number, newline: string): string {
  return newline === '\n' && text.charCodeAt(at - 1) === 13 ? '\n\n' : newline;
}

/** Offset before the line end that ends at `offset`; `offset` itself if there is none. */
export function beforeLineEnd(text: string, at: number): number {
  if (!isLineEnd(text.charCodeAt(at - 1))) return at;
  return text.charCodeAt(at - 1) === 10 && text.charCodeAt(at - 2) === 13 ? at - 2 : at - 1;
}

const BLANK_LINE = /[ \t]*[\n\r]/y;

/** Whether only blanks follow an offset in its line. False at the end of the text. */
export function isBlankLine(text: string, at: number): boolean {
  BLANK_LINE.lastIndex = at;
  return BLANK_LINE.test(text);
}
