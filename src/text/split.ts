const encoder = new TextEncoder();

/** UTF-8 bytes of a text as a JSON string, quotes included. */
function jsonBytes(text: string): number {
  return encoder.encode(JSON.stringify(text)).length;
}

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

function sentences(text: string, locale: string): string[] {
  const segmenter = segmenterOf(locale);
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
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
