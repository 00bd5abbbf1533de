import type { Piece, Segment } from '../backends/backend.js';

/** Source phrases with their target phrases, prepared for looking up in texts. */
export interface TermIndex {
  readonly terms: ReadonlyMap<string, string>;
  /** First word of a phrase → lengths of the phrases that begin so, longest first. */
  readonly lengths: ReadonlyMap<string, readonly number[]>;
}

const word = /[\p{L}\p{N}\p{M}_]/u;
// Scripts that do not put blanks between words: a phrase may begin and end anywhere in them.
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

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Fold = (text: string) => string;

function longestAt(index: TermIndex, text: string, at: number, fold: Fold) {
  for (const length of index.lengths.get(fold(tokenAt(text, at))) ?? []) {
    const target = index.terms.get(fold(text.slice(at, at + length)));
    if (target !== undefined && !isInsideWord(text, at + length)) return { length, target };
  }
  return undefined;
}

/** A term as written, or as it stands at the start of a sentence; the target follows its case. */
function findTerm(index: TermIndex, text: string, at: number) {
  const exact = longestAt(index, text, at, (part) => part);
  if (exact !== undefined || lowerFirst(text.charAt(at)) === text.charAt(at)) return exact;
  const found = longestAt(index, text, at, lowerFirst);
  return found && { ...found, target: upperFirst(found.target) };
}

function splitPiece(text: string, index: TermIndex, write: Fold): Segment {
  const pieces: Piece[] = [];
  let start = 0;
  for (let at = 0; at < text.length;) {
    const token = tokenAt(text, at);
    const found = index.lengths.size > 0 ? findTerm(index, text, at) : undefined;
    if (found === undefined) {
      at += Math.max(1, token.length);
      continue;
    }
    if (at > start) pieces.push({ kind: 'text', value: text.slice(start, at) });
    pieces.push({ kind: 'code', value: write(found.target) });
    at += found.length;
    start = at;
  }
  if (start < text.length) pieces.push({ kind: 'text', value: text.slice(start) });
  return pieces;
}

/**
 * Puts target phrases where source phrases stand as whole words; the longest phrase counts.
 * @param write How a target phrase is written between tags.
 */
export function applyTerms(
  segment: Segment,
  index: TermIndex,
  write: (phrase: string) => string = (phrase) => phrase,
): Segment {
  return segment.flatMap((piece) =>
    piece.kind === 'text' ? splitPiece(piece.value, index, write) : [piece],
  );
}
