import { jsonBytes } from './json-bytes.js';

/**
 * Cuts a text at paragraph ends, then at sentence ends, into parts of at most `maxBytes` as JSON
 * strings in UTF-8. Parts joined give the text; a sentence that alone is longer stays whole.
 */
export function splitText(text: string, maxBytes: number, locale: string): readonly string[] {
  if (jsonBytes(text) <= maxBytes) return [text];
  const paragraphs = text.match(/[^]+?(?:\n[ \t]*\n\s*|$)/g) ?? [text];
  const pieces = paragraphs.flatMap((paragraph) =>
    jsonBytes(paragraph) <= maxBytes ? [{ text: paragraph }] : linesOf(paragraph),
  );
  const cut = (line: string): readonly string[] => keepPairs(sentences(line, locale));
  return pack(joinPairs(pieces), maxBytes, cut);
}

/** A part of the text that is kept whole, or a line, which may be cut at the ends of sentences. */
interface Piece {
  readonly text: string;
  readonly isLine?: boolean;
}

/** Lines, the short ones together. A sentence ends with its line, whatever is around it. */
const LINES = /[^]{256}[^\n\r\u0085\u2028\u2029]*(?:\r\n|[\n\r\u0085\u2028\u2029]|$)|[^]+$/g;

function linesOf(paragraph: string): readonly Piece[] {
  return (paragraph.match(LINES) ?? []).map((text) => ({ text, isLine: true }));
}

/** UTF-16 units that are looked at together; few sentences are longer. */
const WINDOW = 512;

/** Sentences that are taken from one window: enough to be worth it, few in a window that grew. */
const MOST_SENTENCES = 32;

/**
 * The sentences of a text. Each step of `Intl.Segmenter` takes as long as its text, so it sees a
 * window of the text at a time.
 */
function sentences(text: string, locale: string): string[] {
  const segmenter = segmenterOf(locale);
  const out: string[] = [];
  let start = 0;
  let size = WINDOW;
  while (start + size < text.length) {
    const ends = sureEnds(segmenter, text.slice(start, start + size));
    for (const [index, end] of ends.entries()) {
      out.push(text.slice(start + (ends[index - 1] ?? 0), start + end));
    }
    start += ends.at(-1) ?? 0;
    size = ends.length === 0 ? size * 2 : WINDOW;
  }
  const rest = Array.from(segmenter.segment(text.slice(start)), ({ segment }) => segment);
  return [...out, ...rest];
}

/**
 * Where sentences end, whatever comes after the window. What follows a full stop decides whether
 * it ends a sentence, up to the end of the next sentence at most: the last end is not sure.
 */
function sureEnds(segmenter: Intl.Segmenter, window: string): number[] {
  const ends: number[] = [];
  for (const { index } of segmenter.segment(window)) {
    if (index > 0) ends.push(index);
    if (ends.length > MOST_SENTENCES) break;
  }
  return ends.slice(0, -1);
}

function segmenterOf(locale: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(locale.replaceAll('_', '-'), { granularity: 'sentence' });
  } catch {
    return new Intl.Segmenter('en', { granularity: 'sentence' });
  }
}

/** Elements that `prepare` puts around text are not cut apart. */
function keepPairs(texts: readonly string[]): readonly string[] {
  return joinPairs(texts.map((text) => ({ text }))).map(({ text }) => text);
}

function joinPairs(pieces: readonly Piece[]): readonly Piece[] {
  const out: Piece[] = [];
  let depth = 0;
  for (const piece of pieces) {
    if (depth > 0) out.push({ ...piece, text: (out.pop()?.text ?? '') + piece.text });
    else out.push(piece);
    if (!piece.text.includes('<')) continue;
    for (const [tag] of piece.text.matchAll(/<g id="\d+">|<\/g>/g))
      depth += tag === '</g>' ? -1 : 1;
  }
  return out;
}

/** Fills one part after the other. Only lines at the end of a part are looked at for sentences. */
function pack(
  pieces: readonly Piece[],
  maxBytes: number,
  cut: (line: string) => readonly string[],
): string[] {
  const parts: string[] = [];
  let part = '';
  let size = 2;
  const add = (text: string, bytes: number): void => {
    if (part !== '' && size + bytes > maxBytes) {
      parts.push(part);
      part = '';
      size = 2;
    }
    part += text;
    size += bytes;
  };
  for (const { text, isLine } of pieces) {
    const bytes = jsonBytes(text) - 2;
    if (isLine !== true || size + bytes <= maxBytes) add(text, bytes);
    else for (const sentence of cut(text)) add(sentence, jsonBytes(sentence) - 2);
  }
  return part === '' ? parts : [...parts, part];
}
