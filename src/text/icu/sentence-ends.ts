import { isLiteralElement } from '@formatjs/icu-messageformat-parser';
import type { Bounds, Plural } from './arms.js';
import type { IcuElement } from './parse.js';

/** An element, or a part of a literal one. */
export interface Item extends Bounds {
  readonly element: IcuElement;
  /** The plural whose arm it is in: what `#` counts. */
  readonly owner: Plural | undefined;
}

/** White space behind the end of a sentence, and empty lines. */
const END = /[.!?…]["'”’)\]]*\s+(?=["'“‘(¿¡]*[\p{Lu}\p{Lo}\p{N}])|[。！？]|\n\s*\n/gu;

/**
 * A message sentence by sentence; white space at the ends of the whole is on its own. Where tags or
 * quotes may reach over an end, all is one.
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

/** White space at the ends of a sentence is no part of it. */
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
