import { EditError } from '../../model/index.js';

/** Replaces the text from `start` to `end` (UTF-16 offsets, half-open); `start === end` inserts. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies splices in one pass, in any order. Insertions at the same place keep their order and
 * precede a replacement that starts there.
 * @throws EditError `overlap`
 */
export function applySplices(text: string, splices: readonly Splice[]): string {
  if (splices.length === 0) return text;
  const sorted = splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const parts: string[] = [];
  let done = 0;
  for (const splice of sorted) {
    if (splice.start < done || splice.end < splice.start || splice.end > text.length)
      throw new EditError('overlap', [], `Two edits meet at offset ${splice.start}.`);
    parts.push(text.slice(done, splice.start), splice.text);
    done = splice.end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}

/** Splices for a text that has moved. */
export function shifted(splices: readonly Splice[], by: number): Splice[] {
  return splices.map(({ start, end, text }) => ({ start: start + by, end: end + by, text }));
}
