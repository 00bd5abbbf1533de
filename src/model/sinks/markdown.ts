import { oneLine } from './terminal.js';

/**
 * An untrusted value as Markdown: a code span in one line. Only there do all readers ignore markup,
 * HTML, links, mentions (`@name`), issues (`#1`) and emoji. A backtick would end the span and a bar
 * the table cell, so they are escaped: `\u0060`.
 * @param longest the most UTF-16 units; longer text is cut
 */
export function markdownCode(text: string, longest = 300): string {
  if (text.trim() === '') return text === '' ? '`""`' : `\`${jsonSpaces(text)}\``;
  const line = oneLine(text, longest);
  return `\`${line.replaceAll('`', '\\u0060').replaceAll('|', '\\u007c')}\``;
}

/** Only quotes make blanks visible. */
function jsonSpaces(text: string): string {
  return `"${oneLine(text)}"`;
}
