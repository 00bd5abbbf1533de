import { limits } from '../../facts/index.js';
import type { Piece, Segment } from '../backends/backend.js';
import { escapeXml } from '../../text/index.js';
import { characterOf } from '../backends/entities.js';
import { longestEntry, type Tsv } from '../glossaries/dictionary.js';

const word = /[\p{L}\p{N}\p{M}_]/u;
// Scripts without spaces between words: a phrase may start and end anywhere in them.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const firstToken = new RegExp(`${unspaced.source}|${word.source}+|.`, 'suy');

function tokenAt(text: string, at: number): string {
  firstToken.lastIndex = at;
  return firstToken.exec(text)?.[0] ?? '';
}

function isInsideWord(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  const after = text.charAt(at);
  return word.test(before) && word.test(after) && !unspaced.test(before) && !unspaced.test(after);
}

export function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Finds a term as written, or capitalized at the start of a sentence; the target follows its case.
 */
function findTerm(terms: Tsv, text: string, at: number) {
  const mayEnd = (length: number) => !isInsideWord(text, at + length);
  const rest = text.slice(at, at + limits.glossaries.phraseBytes);
  const exact = longestEntry(terms, rest, mayEnd);
  const folded = lowerFirst(rest);
  // A letter whose small one is two characters long would move the rest.
  if (exact !== undefined || folded === rest || folded.length !== rest.length) return exact;
  const found = longestEntry(terms, folded, mayEnd);
  return found && { ...found, target: upperFirst(found.target) };
}

/**
 * Replaces source phrases that are whole words with their target phrases; the longest phrase wins.
 * @param options `markup`: the segment is between tags, so that entities are decoded and encoded
 */
export function applyTerms(
  segment: Segment,
  terms: Tsv,
  { markup }: { readonly markup: boolean },
): Segment {
  if (terms === '') return segment;
  const pieces: Piece[] = [];
  /** Adjacent text as people read it: between tags, entities count as their characters. */
  let text = '';
  /** The entities in it by offset. */
  let entities = new Map<number, { readonly raw: string; readonly length: number }>();

  /** Adds a part of the text as it was written. */
  const keep = (from: number, to: number): void => {
    let start = from;
    for (let at = from; entities.size > 0 && at < to; at += 1) {
      const entity = entities.get(at);
      if (entity === undefined) continue;
      if (at > start) pieces.push({ kind: 'text', value: text.slice(start, at) });
      pieces.push({ kind: 'code', value: entity.raw });
      start = at + entity.length;
    }
    if (start < to) pieces.push({ kind: 'text', value: text.slice(start, to) });
  };

  const finish = (): void => {
    let start = 0;
    for (let at = 0; at < text.length;) {
      const found = findTerm(terms, text, at);
      if (found === undefined) {
        at += Math.max(1, tokenAt(text, at).length);
        continue;
      }
      keep(start, at);
      pieces.push({ kind: 'code', value: markup ? escapeXml(found.target) : found.target });
      at += found.source.length;
      start = at;
    }
    keep(start, text.length);
    text = '';
    entities = new Map();
  };

  for (const piece of segment) {
    const entity = markup && piece.kind === 'code' ? characterOf(piece.value) : undefined;
    const read = piece.kind === 'text' ? piece.value : entity;
    if (read === undefined) {
      finish();
      pieces.push(piece);
      continue;
    }
    if (entity !== undefined) {
      entities.set(text.length, { raw: piece.value, length: entity.length });
    }
    text += read;
  }
  finish();
  return pieces;
}
