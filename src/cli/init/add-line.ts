/**
 * The text of a file such as `.gitignore` with one more line, in the file's newline style;
 * undefined if the line, or one of `equals`, is already there.
 */
export function withLine(
  text: string,
  line: string,
  equals: readonly string[] = [],
): string | undefined {
  const lines = text.split(/\r\n|\n|\r/).map((one) => one.trim().replaceAll(/\s+/g, ' '));
  if ([line, ...equals].some((one) => lines.includes(one))) return undefined;
  const newline = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  const separator = text === '' || text.endsWith('\n') ? '' : newline;
  return `${text}${separator}${line}${newline}`;
}
