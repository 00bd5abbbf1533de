import type { Range } from '../../model/index.js';
import { beforeLineEnd, isLineEnd, lineStart, skipLineEnd } from '../kit/layout.js';
import type { Splice } from '../kit/splices.js';

/** Removes entries with the blank lines after them; the last one with those before it. */
export function removalsOf(text: string, entries: readonly Range[]): readonly Splice[] {
  const splices: { start: number; end: number; text: string }[] = [];
  for (const { start, end: until } of entries.toSorted((a, b) => a.start - b.start)) {
    const end = skipBlankLines(text, until);
    const last = splices.at(-1);
    if (last?.end === start) last.end = end;
    else splices.push({ start, end, text: '' });
  }
  const last = splices.at(-1);
  if (last === undefined || last.end < text.length) return splices;
  last.start = beforeBlankLines(text, last.start);
  // A file without a final line end gets none.
  if (!isLineEnd(text.charCodeAt(last.end - 1))) last.start = beforeLineEnd(text, last.start);
  return splices;
}

/** Start of the blank lines that end at the start of a line. */
function beforeBlankLines(text: string, from: number): number {
  let at = from;
  while (at > 0) {
    const end = text.charCodeAt(at - 1) === 10 && text.charCodeAt(at - 2) === 13 ? at - 2 : at - 1;
    if (!isLineEnd(text.charCodeAt(at - 1))) break;
    const start = lineStart(text, end);
    if (text.slice(start, end).trim() !== '') break;
    at = start;
  }
  return at;
}

/** End of the blank lines that start at the start of a line. */
export function skipBlankLines(text: string, from: number): number {
  let at = from;
  for (let end = from; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (isLineEnd(code)) {
      end = skipLineEnd(text, end) - 1;
      at = end + 1;
    } else if (code !== 32 && code !== 9) break;
  }
  return at;
}
