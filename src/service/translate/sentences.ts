import type { Piece, Segment } from '../backends/backend.js';

/** Where texts are split into sentences: after punctuation, and optionally at newlines. */
export type SentenceSplitting = 'none' | 'punctuation' | 'punctuation-and-newlines';

// A run of punctuation is only matched from its start: matching from each character takes quadratic
// time.
const afterPunctuation = String.raw`(?<![.!?…])[.!?…]+["'”’»)\]]*\s+|[。！？]+["'”」』）]*\s*`;
const patterns = {
  punctuation: new RegExp(afterPunctuation, 'gu'),
  'punctuation-and-newlines': new RegExp(
    String.raw`${afterPunctuation}|(?<![^\S\n])[^\S\n]*\n\s*`,
    'gu',
  ),
};

/** Most texts are one sentence; searching for a boundary takes a tenth of the time of splitting. */
const several = {
  punctuation: /[.!?…]["'”’»)\]]*\s|[。！？]/u,
  'punctuation-and-newlines': /[.!?…]["'”’»)\]]*\s|[。！？\n]/u,
};

/** Splits a segment into sentences that are translated separately; nothing between them is lost. */
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
