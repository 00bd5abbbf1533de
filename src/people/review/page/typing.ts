import type { ReviewRange, TextCode, TextFields } from '../../../model/index.js';

/**
 * Where a text has placeholders and tags, in order; where two could begin, the longer one. Pure.
 */
export function chipsIn(text: string, codes: readonly TextCode[]): readonly ReviewRange[] {
  const names = codes
    .flatMap(({ text: own, close }) => (close === undefined ? [own] : [own, close]))
    .sort((a, b) => b.length - a.length);
  const found: ReviewRange[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const name = names.find((one) => text.startsWith(one, at));
    if (name === undefined) continue;
    found.push([at, at + name.length]);
    at += name.length - 1;
  }
  return found;
}

interface Selected {
  readonly start: number;
  readonly end: number;
}

/**
 * A selection that has no part of a chip: a cursor leaves it in its own direction, a range takes it
 * in. Pure.
 * @param before where the cursor was
 */
export function aroundChips(
  { start, end }: Selected,
  chips: readonly ReviewRange[],
  before: number,
): Selected {
  const within = (at: number): ReviewRange | undefined =>
    chips.find(([from, to]) => from < at && at < to);
  const [first, last] = [within(start), within(end)];
  if (start === end && first !== undefined) {
    const at = before <= first[0] ? first[1] : first[0];
    return { start: at, end: at };
  }
  return { start: first?.[0] ?? start, end: last?.[1] ?? end };
}

/** The chip directly before or after a place. Pure. */
export function chipBeside(
  at: number,
  chips: readonly ReviewRange[],
  side: 'before' | 'after',
): ReviewRange | undefined {
  return chips.find(([from, to]) => (side === 'before' ? to : from) === at);
}

/** The text that fields stand for; '' while nothing is typed. Pure. */
export function joined(fields: TextFields): string {
  const isEmpty = fields.every((part) => typeof part === 'string' || part.text === '');
  if (isEmpty) return '';
  const texts = fields.map((part) => {
    if (typeof part === 'string') return part;
    const { before, text, after, isOptional } = part;
    return text === '' && isOptional === true ? '' : `${before}${text}${after}`;
  });
  return texts.join('');
}
