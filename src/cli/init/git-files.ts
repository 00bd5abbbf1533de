import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * Adds a line to a file such as `.gitignore`, with the file's own newline. True if it was added;
 * false if the line, or one of `equals`, stands there already.
 */
export function addLine(file: string, line: string, equals: readonly string[] = []): boolean {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = text.split(/\r\n|\n|\r/).map((one) => one.trim().replaceAll(/\s+/g, ' '));
  if ([line, ...equals].some((one) => lines.includes(one))) return false;
  const newline = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  const separator = text === '' || text.endsWith('\n') ? '' : newline;
  writeFileSync(file, `${text}${separator}${line}${newline}`);
  return true;
}
