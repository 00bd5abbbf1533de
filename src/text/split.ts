import { jsonBytes } from './json-bytes.js';

/**
 * Cuts a text at paragraph ends, then at sentence ends, into parts of at most `maxBytes` as JSON
 * strings in UTF-8. Parts joined give the text; a sentence that alone is longer stays whole.
 */
export function splitText(text: string, maxBytes: number, locale: string): readonly string[] {
  if (jsonBytes(text) <= maxBytes) return [text];
  const paragraphs = text.match(/[^]+?(?:\n[ \t]*\n\s*|$)/g) ?? [text];
  const pieces = paragraphs.flatMap((paragraph) =>
    jsonBytes(paragraph) <= maxBytes ? [paragraph] : sentences(paragraph, locale),
  );
  return pack(keepPairs(pieces), maxBytes);
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
function keepPairs(pieces: readonly string[]): string[] {
  const out: string[] = [];
  let depth = 0;
  for (const piece of pieces) {
    if (depth > 0) out.push((out.pop() ?? '') + piece);
    else out.push(piece);
    if (!piece.includes('<')) continue;
    for (const [tag] of piece.matchAll(/<g id="\d+">|<\/g>/g)) depth += tag === '</g>' ? -1 : 1;
  }
  return out;
}

function pack(pieces: readonly string[], maxBytes: number): string[] {
  const parts: string[] = [];
  let part = '';
  let size = 2;
  for (const piece of pieces) {
    const bytes = jsonBytes(piece) - 2;
    if (part !== '' && size + bytes > maxBytes) {
      parts.push(part);
      part = '';
      size = 2;
    }
    part += piece;
    size += bytes;
  }
  return part === '' ? parts : [...parts, part];
}
