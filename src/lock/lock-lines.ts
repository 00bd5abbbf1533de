import { UNIT_LENGTH } from './line-fact.js';
import { ADOPTED, EDITED, REVIEW } from './fact.js';

/** The lines of a lock with facts, by their offsets. */
export interface LockLines {
  readonly text: string;
  /** Where each line starts, in order. */
  readonly starts: readonly number[];
}

/** A lock in normal form: sorted lines to the end of the text. */
export interface SortedLines {
  readonly text: string;
  /** Offset of the first one, or where it would be. */
  readonly first: number;
}

/**
 * Range of a unit's lines, as offsets in the text; empty, at their place, if there are none. Binary
 * search: finding all lines of a large lock takes longer than a few lookups.
 */
export function rangeOf({ text, first }: SortedLines, unit: string): readonly [number, number] {
  let low = first;
  let high = text.length;
  while (low < high) {
    const start = text.lastIndexOf('\n', ((low + high) >> 1) - 1) + 1;
    if (unitFrom(text, start) < unit) low = text.indexOf('\n', start) + 1;
    else high = start;
  }
  let end = low;
  while (unitFrom(text, end) === unit) end = text.indexOf('\n', end) + 1;
  return [low, end];
}

/** Where each line starts. */
export function startsOf({ text, first }: SortedLines): readonly number[] {
  const starts: number[] = [];
  for (let at = first; at < text.length; at = text.indexOf('\n', at) + 1) starts.push(at);
  return starts;
}

export function unitAt({ text, starts }: LockLines, index: number): string {
  return unitFrom(text, starts[index] ?? 0);
}

function unitFrom(text: string, start: number): string {
  return text.slice(start, start + UNIT_LENGTH);
}

export function lineAt({ text, starts }: LockLines, index: number): string {
  const start = starts[index] ?? 0;
  const end = text.indexOf('\n', start);
  return text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
}

const escaped = [ADOPTED, EDITED, REVIEW].map((origin) => origin.replaceAll('?', '\\?'));
/** A token of a human text: its hash and origin. */
const OF_PEOPLE = new RegExp(` [\\w-]{6}(?:${escaped.join('|')})`);

/** Whether a lock has any human text. */
export function knowsPeople({ text }: Pick<LockLines, 'text'>): boolean {
  return OF_PEOPLE.test(text);
}
