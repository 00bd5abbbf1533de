import { oneLine } from './terminal.js';

/**
 * A value from outside as Markdown: a span of code in one line. Only there does every reader leave
 * alone what would be markup, HTML, a link, a mention (`@name`), an issue (`#1`) or an emoji. A
 * backtick would end the span and a bar the cell of a table, so they become visible: `\u0060`.
 * @param longest UTF-16 units; more are cut
 */
export function markdownCode(text: string, longest = 300): string {
  if (text.trim() === '') return text === '' ? '`""`' : `\`${jsonSpaces(text)}\``;
  const line = oneLine(text, longest);
  return `\`${line.replaceAll('`', '\\u0060').replaceAll('|', '\\u007c')}\``;
}

/** Blanks alone are seen in quotes only. */
function jsonSpaces(text: string): string {
  return `"${oneLine(text)}"`;
}
