/** Unescaped content of a string, matched in one go, which is fast from the first file on. */
const PLAIN = /[^"\\\0-\x1f]*/y;

/**
 * The first quote, backslash or control character from `at` on; the end of the text if there is
 * none.
 */
export function plainEnd(text: string, at: number): number {
  PLAIN.lastIndex = at;
  PLAIN.test(text);
  return PLAIN.lastIndex;
}

/**
 * Offset after the escape that starts with the backslash at `at`; undefined for an invalid escape.
 */
export function escapeEnd(text: string, at: number): number | undefined {
  const code = text.charCodeAt(at + 1);
  if (code === 117) return /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? at + 6 : undefined;
  return '"\\/bfnrt'.includes(text.charAt(at + 1) || '?') ? at + 2 : undefined;
}

/** Offset after the string that starts with the quote at `start`; undefined if there is none. */
export function stringEnd(text: string, start: number): number | undefined {
  if (text.charCodeAt(start) !== 34) return undefined;
  let at: number | undefined = plainEnd(text, start + 1);
  while (text.charCodeAt(at) === 92) {
    at = escapeEnd(text, at);
    if (at === undefined) return undefined;
    at = plainEnd(text, at);
  }
  return text.charCodeAt(at) === 34 ? at + 1 : undefined;
}
