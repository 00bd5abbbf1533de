import { isLineEnd } from '../layout.js';

/**
 * Start of the white space before an offset if it contains a line end, otherwise the offset itself.
 */
export function gapStart(text: string, offset: number): number {
  let at = offset;
  let line = false;
  while (at > 0) {
    const code = text.charCodeAt(at - 1);
    if (isLineEnd(code)) line = true;
    else if (code !== 32 && code !== 9) break;
    at -= 1;
  }
  return line ? at : offset;
}

/** The white space that puts what is at an offset on its own line; '' inside a line. */
export function gapBefore(text: string, offset: number): string {
  return text.slice(gapStart(text, offset), offset);
}

/** The part of a gap after its last line end. */
export function indentIn(gap: string): string {
  return /[^\n\r]*$/.exec(gap)?.[0] ?? '';
}
