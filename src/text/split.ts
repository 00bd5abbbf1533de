/**
 * Splits a text at the ends of paragraphs, then of sentences, into parts of at most `maxBytes` as
 * JSON strings in UTF-8. The joined parts equal the text. A longer single sentence is not split.
 */
export function splitText(text: string, maxBytes: number, locale: string): readonly string[] {
  if (jsonBytes(text) <= maxBytes) return [text];
  const paragraphs = text.match(/[^]+?(?:\n[ \t]*\n\s*|$)/g) ?? [text];
  const pieces = paragraphs.flatMap((paragraph) =>
    jsonBytes(paragraph) <= maxBytes ? [{ text: paragraph }] : linePieces(paragraph),
  );
  const cut = (line: string): readonly string[] => keepPairs(sentences(line, locale));
  return pack(joinPairs(pieces), maxBytes, cut);
}

/** Part of a text: either kept whole, or a line that may be split at sentence ends. */
interface Piece {
  readonly text: string;
  readonly isLine?: boolean;
}

/** Lines, with short ones joined. A sentence always ends with its line. */
const LINES = /[^]{256}[^\n\r\u0085\u2028\u2029]*(?:\r\n|[\n\r\u0085\u2028\u2029]|$)|[^]+$/g;

function linePieces(paragraph: string): readonly Piece[] {
  return (paragraph.match(LINES) ?? []).map((text) => ({ text, isLine: true }));
}

/** UTF-16 units that are segmented together; few sentences are longer. */
const WINDOW = 512;

/** The most sentences taken from one window, so that a grown window yields only a few. */
const MOST_SENTENCES = 32;

/**
 * The sentences of a text. A step of `Intl.Segmenter` takes time in proportion to its text, so it
 * gets a window of the text at a time.
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
 * Sentence ends that do not depend on the text after the window. What follows a full stop decides
 * whether it ends a sentence, at most up to the end of the next sentence, so the last end is
 * uncertain.
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

/** Rejoins parts so that elements inserted by `prepare` are not split. */
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

/** Fills parts in order. Splits into sentences only the lines at the end of a part. */
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

const encoder = new TextEncoder();

/** Bytes of a text in a JSON body in UTF-8, including quotes. */
export function jsonBytes(text: string): number {
  // Fast path: nothing to escape and only ASCII, as in most texts.
  if (/^[ !#-[\]-~]*$/.test(text)) return text.length + 2;
  const json = JSON.stringify(text);
  return /^[\u0020-\u007e]*$/.test(json) ? json.length : encoder.encode(json).length;
}

const LINE_END = /(\s*\n\s*)/;

/** The lines of a text that are not blank, trimmed. */
export function linesOf(text: string): readonly string[] {
  return text
    .trim()
    .split(LINE_END)
    .filter((_, at) => at % 2 === 0);
}

/** A text with its lines replaced by translated ones; everything between them stays. */
export function joinLines(text: string, lines: readonly string[]): string {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const joined = text
    .slice(start, end)
    .split(LINE_END)
    .map((piece, at) => (at % 2 === 0 ? (lines[at / 2] ?? '').trim() : piece));
  return text.slice(0, start) + joined.join('') + text.slice(end);
}

/** Whether a text has several lines that can be sent separately. */
export function hasLines(text: string): boolean {
  // A tag may be opened in one line and closed in another.
  return text.trim().includes('\n') && !text.includes('</');
}
