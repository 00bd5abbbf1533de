import type { Piece, Segment } from '../backends/backend.js';
import { escapeXml } from '../../text/index.js';
import { characterOf } from '../backends/entities.js';

/** Source phrases with their target phrases, indexed for lookup in texts. */
export interface TermIndex {
  readonly terms: ReadonlyMap<string, string>;
  /** First word of a phrase → lengths of the phrases that start with it, longest first. */
  readonly lengths: ReadonlyMap<string, readonly number[]>;
}

const word = /[\p{L}\p{N}\p{M}_]/u;
// Scripts without spaces between words: a phrase may start and end anywhere in them.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const firstToken = new RegExp(`${unspaced.source}|${word.source}+|.`, 'suy');

function tokenAt(text: string, at: number): string {
  firstToken.lastIndex = at;
  return firstToken.exec(text)?.[0] ?? '';
}

export function indexTerms(entries: ReadonlyMap<string, string>): TermIndex {
  const lengths = new Map<string, Set<number>>();
  for (const source of entries.keys()) {
    const token = tokenAt(source, 0);
    const known = lengths.get(token) ?? new Set();
    known.add(source.length);
    lengths.set(token, known);
  }
  const sorted = [...lengths].map(
    ([token, set]) => [token, [...set].sort((a, b) => b - a)] as const,
  );
  return { terms: entries, lengths: new Map(sorted) };
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

function longestAt(index: TermIndex, text: string, at: number, fold: (text: string) => string) {
  for (const length of index.lengths.get(fold(tokenAt(text, at))) ?? []) {
    const target = index.terms.get(fold(text.slice(at, at + length)));
    if (target !== undefined && !isInsideWord(text, at + length)) return { length, target };
  }
  return undefined;
}

/**
 * Finds a term as written, or capitalized at the start of a sentence; the target follows its case.
 */
function findTerm(index: TermIndex, text: string, at: number) {
  const exact = longestAt(index, text, at, (part) => part);
  if (exact !== undefined || lowerFirst(text.charAt(at)) === text.charAt(at)) return exact;
  const found = longestAt(index, text, at, lowerFirst);
  return found && { ...found, target: upperFirst(found.target) };
}

/**
 * Replaces source phrases that are whole words with their target phrases; the longest phrase wins.
 * @param options `markup`: the segment is between tags, so that entities are decoded and encoded
 */
export function applyTerms(
  segment: Segment,
  index: TermIndex,
  { markup }: { readonly markup: boolean },
): Segment {
  if (index.lengths.size === 0) return segment;
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
      const found = findTerm(index, text, at);
      if (found === undefined) {
        at += Math.max(1, tokenAt(text, at).length);
        continue;
      }
      keep(start, at);
      pieces.push({ kind: 'code', value: markup ? escapeXml(found.target) : found.target });
      at += found.length;
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
