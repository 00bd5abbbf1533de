import type { Piece, Segment } from '../backends/backend.js';

/** Where texts are cut into sentences: after punctuation, and at newlines too. */
export type SentenceSplitting = 'none' | 'punctuation' | 'punctuation-and-newlines';

// A run of signs is looked at from its beginning only: from each of its signs takes the square of
// it.
const afterPunctuation = String.raw`(?<![.!?…])[.!?…]+["'”’»)\]]*\s+|[。！？]+["'”」』）]*\s*`;
const patterns = {
  punctuation: new RegExp(afterPunctuation, 'gu'),
  'punctuation-and-newlines': new RegExp(
    String.raw`${afterPunctuation}|(?<![^\S\n])[^\S\n]*\n\s*`,
    'gu',
  ),
};

/** Most texts are one sentence; a search finds that out for a tenth of what cutting costs. */
const several = {
  punctuation: /[.!?…]["'”’»)\]]*\s|[。！？]/u,
  'punctuation-and-newlines': /[.!?…]["'”’»)\]]*\s|[。！？\n]/u,
};

/** Cuts a segment into sentences, each translated on its own; nothing between them is lost. */
export function splitSentences(
  segment: Segment,
  splitting: Exclude<SentenceSplitting, 'none'>,
): readonly Segment[] {
  if (!segment.some(({ kind, value }) => kind === 'text' && several[splitting].test(value))) {
    return segment.length === 0 ? [] : [segment];
  }
  const sentences: Piece[][] = [[]];
  const add = (piece: Piece) => void sentences.at(-1)?.push(piece);
  for (const piece of segment) {
    if (piece.kind === 'code') {
      add(piece);
      continue;
    }
    let start = 0;
    for (const { 0: found, index } of piece.value.matchAll(patterns[splitting])) {
      const end = index + found.length;
      add({ kind: 'text', value: piece.value.slice(start, end) });
      sentences.push([]);
      start = end;
    }
    if (start < piece.value.length) add({ kind: 'text', value: piece.value.slice(start) });
  }
  return sentences.filter((sentence) => sentence.length > 0);
}
