/**
 * Control characters, line ends and marks that change the text direction, with the space after
 * them.
 */
const BREAKS =
  /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069][\s\p{Cc}\u202a-\u202e\u2066-\u2069]*/gu;

/**
 * A text as one line of at most `longest` UTF-16 units, for terminals, logs and errors: keys,
 * texts, file names and answers of services may contain anything, and CI systems read commands from
 * lines.
 */
export function oneLine(text: string, longest = 300): string {
  const line = text.replace(BREAKS, ' ');
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
