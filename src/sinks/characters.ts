/**
 * What steers a reader instead of being read, as the source of a pattern: control characters (C0,
 * DEL and C1), the line ends U+2028 and U+2029, marks that change the text direction, and halves of
 * surrogate pairs. Joiners, which Persian and emoji need, are not among them.
 */
export const UNSAFE = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]`;

/** Line feeds and tabs left out. */
export const UNSAFE_IN_LINES = String.raw`(?![\n\t])${UNSAFE}`;

/**
 * The start of `##[error]`, `##vso[…]` and `##teamcity[…]`, which CI systems find anywhere in a
 * line. GitHub and Azure compare by culture, which skips characters that are never shown.
 */
const MARKER = /#(?=\p{DI}*#\p{DI}*(?:vso|teamcity)?\p{DI}*\[)/giu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A character as `\n` or `\u001b`. */
export function escapeOf(character: string): string {
  return SHORT[character] ?? unicodeEscape(character);
}

/** A character as `\u001b`, which JSON and people read. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** No CI system finds a command inside a line of it. */
export function withoutMarkers(text: string): string {
  return text.replace(MARKER, unicodeEscape);
}
