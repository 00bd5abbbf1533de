import {
  closing,
  hasUnspaced,
  isDialogue,
  isUnspaced,
  openTags,
  seam,
  tagRanges,
  withoutTags,
} from './seam.js';

/** A place where a text can be split; a space that the seam restores is left out. */
interface Cut {
  readonly end: number;
  readonly next: number;
  /** Width of the text before it. */
  readonly width: number;
}

/** A dash, or `>>`, before another speaker's words. */
const DASH_ALONE = /(?:^|\n)[ \t]*(?:[-\u2010-\u2015]+|>>+)[ \t]*$/;

let words: Intl.Segmenter | undefined;

/** Width of a text in columns; East Asian letters take two. */
export function widthOf(text: string): number {
  const bare = withoutTags(text);
  if (!/[\u0300-\uffff]/.test(bare)) return bare.length;
  let width = 0;
  for (const character of bare) {
    if (/\p{M}/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{20000}-\u{3fffd}]/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}

/**
 * Splits a text at word ends into pieces with widths in proportion to the weights, sentence by
 * sentence if the text behind the weights has the same number of sentences. Returns fewer pieces if
 * the text has fewer words.
 */
export function share(text: string, weights: readonly number[], marks?: Marks): string[] {
  const cuts = cutsOf(text);
  const pieces = Math.min(weights.length, cuts.length + 1);
  if (pieces <= 1) return [text];
  const width = widthOf(text);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const chosen: Cut[] = [];
  let reached = 0;
  let from = 0;
  for (let piece = 1; piece < pieces; piece += 1) {
    reached += weights[piece - 1] ?? 0;
    const aim = marks === undefined ? (reached / total) * width : marks.map(reached / total, width);
    const last = cuts.length - (pieces - 1 - piece) - 1;
    from = nearest(cuts, aim, { from, last });
    const cut = cuts[from];
    if (cut !== undefined) chosen.push(cut);
    from += 1;
  }
  return piecesAt(text, chosen);
}

/** Maps a position in the old text, as a share, to a column of the new one. */
export interface Marks {
  map(share: number, width: number): number;
}

/**
 * Maps sentence ends of the old text to those of the new one; undefined if their number differs.
 */
export function sentenceMarks(old: string, text: string): Marks | undefined {
  const before = sentenceEnds(old);
  const after = sentenceEnds(text);
  if (before.length < 2 || before.length !== after.length) return undefined;
  const oldWidth = before.at(-1) ?? 1;
  return {
    map: (part) => {
      const column = part * oldWidth;
      const i = Math.max(
        0,
        before.findIndex((end) => end >= column),
      );
      const [a, b] = [before[i - 1] ?? 0, before[i] ?? oldWidth];
      const [c, d] = [after[i - 1] ?? 0, after[i] ?? 0];
      return b === a ? d : c + ((column - a) / (b - a)) * (d - c);
    },
  };
}

/** Columns at which sentences end; the last one is the width of the text. */
function sentenceEnds(text: string): number[] {
  const bare = withoutTags(text);
  const ends: number[] = [];
  let width = 0;
  let from = 0;
  for (const { index, 0: stop } of bare.matchAll(/[.!?…](?=\s)|[。！？｡؟।]/g)) {
    width += widthOf(bare.slice(from, (from = index + stop.length)));
    ends.push(width);
  }
  if (from < bare.length) ends.push(width + widthOf(bare.slice(from)));
  return ends;
}

function nearest(
  cuts: readonly Cut[],
  aim: number,
  { from, last }: { readonly from: number; readonly last: number },
): number {
  let best = from;
  for (let i = from; i <= last; i += 1) {
    const gap = Math.abs((cuts[i]?.width ?? 0) - aim);
    if (gap > Math.abs((cuts[best]?.width ?? 0) - aim)) break;
    best = i;
  }
  return best;
}

/**
 * The pieces between cuts, with tags that are open at the end of a piece closed. A tag that the
 * text never closes (`<v Ann>`) ends with its cue.
 */
function piecesAt(text: string, cuts: readonly Cut[]): string[] {
  const unclosed = openTags(text);
  const pieces: string[] = [];
  let from = 0;
  let open: readonly string[] = [];
  for (const cut of [...cuts, { end: text.length, next: text.length }]) {
    const piece = open.join('') + text.slice(from, cut.end);
    open = openTags(piece).filter((tag) => !unclosed.includes(tag));
    pieces.push(cut.end === text.length ? piece : piece + closing(open));
    from = cut.next;
  }
  return pieces;
}

function cutsOf(text: string): Cut[] {
  const places = [...spaces(text), ...wordEnds(text)].sort((a, b) => a.end - b.end);
  const tags = tagRanges(text);
  const cuts: Cut[] = [];
  const lastWord = lastWordOf(text, tags);
  let width = 0;
  let from = 0;
  let tag = 0;
  for (const { end, next } of places) {
    while ((tags[tag]?.end ?? Infinity) <= end) tag += 1;
    if ((tags[tag]?.start ?? Infinity) < next) continue;
    const before = text.slice(cuts.at(-1)?.next ?? 0, end);
    if (next > lastWord || !hasWords(before) || DASH_ALONE.test(withoutTags(before))) continue;
    // These tags would be mistaken for one pair that was split.
    if (text.charAt(end - 1) === '>' && text.charAt(next) === '<') continue;
    if (isDialogue(text.slice(next, next + 300)) && text.charAt(end) !== '\n') continue;
    width += widthOf(text.slice(from, end));
    cuts.push({ end, next, width });
    from = end;
  }
  return cuts;
}

/** Offset of the last character that is neither a space nor part of a tag. */
function lastWordOf(text: string, tags: readonly { start: number; end: number }[]): number {
  let at = text.length - 1;
  for (let tag = tags.length - 1; at >= 0;) {
    if ((tags[tag]?.end ?? -1) === at + 1) at = (tags[tag--]?.start ?? 0) - 1;
    else if (/\s/.test(text.charAt(at))) at -= 1;
    else break;
  }
  return at;
}

function hasWords(text: string): boolean {
  return /\S/.test(withoutTags(text));
}

/**
 * Cuts at white space. A single space between words is dropped; other white space stays at the end
 * of its piece.
 */
function* spaces(text: string): Generator<{ end: number; next: number }> {
  for (const { index, 0: run } of text.matchAll(/[ \n]+/g)) {
    const next = index + run.length;
    const single = run === '\n' || (run === ' ' && !joinsWithout(text, index - 1, next));
    yield single ? { end: index, next } : { end: next, next };
  }
}

/** The number of characters on each side of a space that decide how a reader joins two lines. */
const BESIDE = 300;

function joinsWithout(text: string, before: number, after: number): boolean {
  const ended = text.slice(Math.max(0, before + 1 - BESIDE), before + 1);
  return seam(ended, text.slice(after, after + BESIDE)) === '';
}

const NOT_FIRST = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;
const NOT_LAST = /[\p{Ps}\p{Pi}]$/u;

/** Cuts between words without spaces. */
function* wordEnds(text: string): Generator<{ end: number; next: number }> {
  if (!hasUnspaced(text)) return;
  words ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { index } of words.segment(text)) {
    const [before, after] = [text.charAt(index - 1), text.charAt(index)];
    if (!isUnspaced(before) || !isUnspaced(after)) continue;
    if (!NOT_FIRST.test(after) && !NOT_LAST.test(before)) yield { end: index, next: index };
  }
}
