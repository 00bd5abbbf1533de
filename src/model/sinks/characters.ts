/**
 * Characters that control a reader instead of being shown, as the source of a pattern: control
 * characters (C0, DEL and C1), the line ends U+2028 and U+2029, bidi marks, lone surrogates, and
 * zero-width spaces, which make two names look alike. Joiners, which Persian and emoji need, are
 * not included.
 */
export const UNSAFE = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]`;

/** The same without line feeds and tabs. */
export const UNSAFE_IN_LINES = String.raw`(?![\n\t])${UNSAFE}`;

/** Invisible characters, which GitHub and Azure may skip because they compare by culture. */
const SKIPPED = String.raw`\p{DI}\p{Cf}`;
const GAP = `[${SKIPPED}]*`;

/**
 * The start of `##[error]`, `##vso[…]` and `##teamcity[…]`, which CI systems find anywhere in a
 * line.
 */
const MARKER = new RegExp(String.raw`#(?=${GAP}#(?:${GAP}(?:vso|teamcity))?${GAP}\[)`, 'giu');

/** Terminal codes for colours and bold type. */
export const COLOR = String.raw`${String.fromCharCode(27)}\[[\d;]*m`;

/**
 * `::error::` and similar, up to the second colon, which GitHub recognizes after white space at the
 * start of a line. No character matches two parts of the pattern, so matching takes linear time.
 */
const LINE_COMMAND = new RegExp(
  String.raw`^((?:(?!\n)[\s${SKIPPED}]|${COLOR})*):(?=${GAP}:)`,
  'gmu',
);

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A character as `\n` or `\u001b`. */
export function escapeOf(character: string): string {
  return SHORT[character] ?? unicodeEscape(character);
}

/** A character as `\u001b`, readable for JSON parsers and people. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** A text in which CI systems find no command inside a line. */
export function withoutMarkers(text: string): string {
  return text.replace(MARKER, unicodeEscape);
}

/** A text in which CI systems find no command, inside a line or at its start. */
export function withoutCommands(text: string): string {
  return withoutMarkers(text).replace(LINE_COMMAND, String.raw`$1\u003a`);
}
