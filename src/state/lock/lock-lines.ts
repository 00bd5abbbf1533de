import { UNIT_LENGTH } from './line-fact.js';

/** The lines of a lock that hold facts, by their offsets. */
export interface LockLines {
  readonly text: string;
  /** Where each line starts, in order. */
  readonly starts: readonly number[];
}

/**
 * Range of the lines about a unit: the first index, and the index after the last.
 * @param lines sorted
 */
export function linesOf(lines: LockLines, unit: string): readonly [number, number] {
  const { starts } = lines;
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (unitAt(lines, middle) < unit) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < starts.length && unitAt(lines, end) === unit) end += 1;
  return [low, end];
}

export function unitAt({ text, starts }: LockLines, index: number): string {
  const start = starts[index] ?? 0;
  return text.slice(start, start + UNIT_LENGTH);
}

export function lineAt({ text, starts }: LockLines, index: number): string {
  const start = starts[index] ?? 0;
  const end = text.indexOf('\n', start);
  return text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
}
