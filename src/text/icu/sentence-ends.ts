import { isLiteralElement } from '@formatjs/icu-messageformat-parser';
import type { Bounds, Plural } from './arms.js';
import type { IcuElement } from './parse.js';

/** An element, or part of a literal one. */
export interface Item extends Bounds {
  readonly element: IcuElement;
  /** The plural that contains it, which `#` counts. */
  readonly owner: Plural | undefined;
}

/** White space after the end of a sentence, and empty lines. */
const END = /[.!?…]["'”’)\]]*\s+(?=["'“‘(¿¡]*[\p{Lu}\p{Lo}\p{N}])|[。！？]|\n\s*\n/gu;

/**
 * Splits a message into sentences. White space at its ends is separate. If tags or quotes may span
 * several sentences, it is not split.
 */
export function cutSentences(items: readonly Item[], masked: string): Item[][] {
  const text = items
    .filter(({ element }) => isLiteralElement(element))
    .map(({ start, end }) => masked.slice(start, end))
    .join('');
  if (/<|'[{}#|]/.test(text)) return [[...items]];
  const sentences: Item[][] = [[]];
  for (const item of trimmed(items, masked)) {
    let { start } = item;
    for (const end of isLiteralElement(item.element) ? endsIn(item, masked) : []) {
      sentences.at(-1)?.push({ ...item, start, end });
      sentences.push([]);
      start = end;
    }
    if (start < item.end) sentences.at(-1)?.push({ ...item, start });
  }
  return sentences.flatMap((sentence) => withSpaceApart(sentence, masked));
}

function endsIn({ start, end }: Bounds, masked: string): number[] {
  const text = masked.slice(start, end);
  return Array.from(text.matchAll(END), (match) => start + match.index + match[0].length);
}

function trimmed(items: readonly Item[], masked: string): readonly Item[] {
  return items.filter(({ start, end }) => masked.slice(start, end) !== '');
}

/** Splits off white space at the ends of a sentence. */
function withSpaceApart(sentence: readonly Item[], masked: string): Item[][] {
  const first = sentence[0];
  const last = sentence.at(-1);
  if (first === undefined || last === undefined) return [];
  const head = spaceOf(first, masked, /^\s+/);
  const tail =
    sentence.length === 1 && head === first.end - first.start ? 0 : spaceOf(last, masked, /\s+$/);
  const inner = sentence
    .map((item) => ({
      ...item,
      start: item === first ? item.start + head : item.start,
      end: item === last ? item.end - tail : item.end,
    }))
    .filter(({ start, end }) => end > start);
  return [
    ...(head === 0 ? [] : [[{ ...first, end: first.start + head }]]),
    ...(inner.length === 0 ? [] : [inner]),
    ...(tail === 0 ? [] : [[{ ...last, start: last.end - tail }]]),
  ];
}

function spaceOf({ element, start, end }: Item, masked: string, pattern: RegExp): number {
  if (!isLiteralElement(element)) return 0;
  return pattern.exec(masked.slice(start, end))?.[0].length ?? 0;
}
