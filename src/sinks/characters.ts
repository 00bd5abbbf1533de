/**
 * What steers a reader instead of being read, as the source of a pattern: control characters (C0,
 * DEL and C1), the line ends U+2028 and U+2029, marks that change the text direction, halves of
 * surrogate pairs, and spaces without width, which make two names look like one. Joiners, which
 * Persian and emoji need, are not among them.
 */
export const UNSAFE = String.raw`[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]`;

/** Line feeds and tabs left out. */
export const UNSAFE_IN_LINES = String.raw`(?![\n\t])${UNSAFE}`;

/** Characters without a glyph, which GitHub and Azure may skip: they compare by culture. */
const SKIPPED = String.raw`\p{DI}\p{Cf}`;
const GAP = `[${SKIPPED}]*`;

/**
 * The start of `##[error]`, `##vso[…]` and `##teamcity[…]`, which CI systems find anywhere in a
 * line.
 */
const MARKER = new RegExp(String.raw`#(?=${GAP}#(?:${GAP}(?:vso|teamcity))?${GAP}\[)`, 'giu');

/** What a terminal takes for colours and bold type. */
export const COLOR = String.raw`${String.fromCharCode(27)}\[[\d;]*m`;

/**
 * `::error::` and the like, up to the second colon, which GitHub finds after white space at the
 * start of a line. No character fits two parts of it, so that it takes no more time than reading.
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

/** A character as `\u001b`, which JSON and people read. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** No CI system finds a command inside a line of it. */
export function withoutMarkers(text: string): string {
  return text.replace(MARKER, unicodeEscape);
}

/** No CI system finds a command in it, inside a line or at the start of one. */
export function withoutCommands(text: string): string {
  return withoutMarkers(text).replace(LINE_COMMAND, String.raw`$1\u003a`);
}
