import type { ReviewRange } from '../../model/review.js';

export interface MarkedPart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Splits a text at its marks, which may overlap. Pure. */
export function markedParts(text: string, ranges: readonly ReviewRange[]): readonly MarkedPart[] {
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(at, Math.min(start, text.length));
    const to = Math.min(end, text.length);
    if (to <= from) continue;
    if (from > at) parts.push({ text: text.slice(at, from), isMarked: false });
    parts.push({ text: text.slice(from, to), isMarked: true });
    at = to;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), isMarked: false });
  return parts;
}
