import type { Document, Unit } from '../../model/index.js';

const lineStarts = new WeakMap<Document, readonly number[]>();

/** Line and column (1-based) of a unit's value; fast for many units of one file. */
export function positionOf(
  document: Document,
  unit: Unit,
): { readonly line: number; readonly column: number } {
  let starts = lineStarts.get(document);
  if (starts === undefined) lineStarts.set(document, (starts = findLineStarts(document)));
  const offset = unit.range.start;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: Math.max(1, offset - (starts[low] ?? 0) + 1) };
}

function findLineStarts({ text, bom }: Document): readonly number[] {
  const starts = [bom ? 1 : 0];
  if (text.includes('\r')) {
    for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
    return starts;
  }
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
