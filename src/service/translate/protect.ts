import type { Piece, Segment } from '../backends/backend.js';

// Every alternative starts with a distinct character and stops at the next one of its kind, so that
// hostile text takes linear time. Braces may nest three deep, as in ICU arguments.
const braces = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`;
const placeholders = [
  String.raw`https?:\/\/[^\s<>"']+`,
  String.raw`\$t\([^()]{0,300}\)`,
  String.raw`@:(?:\([\w.]{1,300}\)|[\w.]+)`,
  String.raw`%(?:\{[^{}]{0,300}\}|\([^()]{0,300}\)[a-zA-Z]|(?:\d{1,2}\$)?[-+#0]{0,3}\d{0,4}(?:\.\d{1,3})?(?:hh?|ll?|[Lzjtq])?[sdifuxXoeEgGcp@])`,
  String.raw`[$%#]?${braces}`,
  String.raw`(?<![\w:]):[a-zA-Z_]\w*`,
  // Marks by which other tools replace placeholders: `__VAR_0__`, `__name__`, `⟦0⟧`.
  String.raw`__[A-Za-z0-9](?:\w{0,60}?[A-Za-z0-9])?__`,
  String.raw`⟦\w{1,60}⟧`,
];
const markup = [
  String.raw`<\/?[\w!?][^<>]*>`,
  String.raw`&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]\w{0,31});`,
];
const inText = new RegExp(placeholders.join('|'), 'g');
const inPlain = new RegExp([...markup, ...placeholders].join('|'), 'g');
const mayHold = /[<&%${@:⟦]|__/;

function split(text: string, pattern: RegExp): Segment {
  if (!mayHold.test(text)) return [{ kind: 'text', value: text }];
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) pieces.push({ kind: 'text', value: text.slice(end, match.index) });
    pieces.push({ kind: 'code', value: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ kind: 'text', value: text.slice(end) });
  return pieces;
}

/** Splits plain text at placeholders, tags and entities, which a translation keeps unchanged. */
export function protectPlain(text: string): Segment {
  return split(text, inPlain);
}

/** Splits text between tags at placeholders; markup has already been handled. */
export function textPieces(text: string): Segment {
  return split(text, inText);
}
