import type { FluentPattern, FluentPlaceable, FluentVariant } from './pattern.js';

/** The text of a pattern: lines without indentation, all select expressions in the same layout. */
export function printText(pattern: FluentPattern): string {
  return pattern
    .map((part) => (typeof part === 'string' ? escapeBraces(part) : printPlaceable(part, '')))
    .join('');
}

export interface PrintOptions {
  /** White space before each line except the first. */
  readonly indent: string;
  /** The same for select expressions that start in the first line. Default: `indent`. */
  readonly inner?: string;
  /** The first line is also on a line of its own. */
  readonly isBlock: boolean;
}

/** A pattern as written in a file, from its first character. */
export function printPattern(
  pattern: FluentPattern,
  { indent, inner = indent, isBlock }: PrintOptions,
): string {
  const lines = linesOf(pattern, inner);
  const indented = isBlock ? lines : lines.slice(1);
  // Readers remove the common indentation. A quoted first line has none, which keeps the others'
  // indentation.
  const hasLeast = indented.some((line) => line !== '' && !line.startsWith(' '));
  const quoted = hasLeast ? -1 : lines.findIndex((line, at) => line !== '' && (isBlock || at > 0));
  const last = lines.length - 1;
  const printed = lines.map((line, at) => {
    if (line === '' && (at === 0 || at === last)) return last === 0 ? '{ "" }' : '{""}';
    const own = isBlock || at > 0 ? startOfLine(line, at === quoted) : quoteSpaces(line);
    return at === last ? own.replace(/ +$/, '{"$&"}') : own;
  });
  return printed.map((line, at) => (at === 0 || line === '' ? line : indent + line)).join('\n');
}

/** The lines of a text, each with its placeables. A select expression stays in one piece. */
function linesOf(pattern: FluentPattern, indent: string): readonly string[] {
  const lines = [''];
  for (const part of pattern) {
    const [first = '', ...rest] =
      typeof part === 'string' ? escapeBraces(part).split('\n') : [printPlaceable(part, indent)];
    lines.push((lines.pop() ?? '') + first, ...rest);
  }
  return lines;
}

/**
 * Quotes characters that have a meaning at the start of a line, and a line of only spaces, which
 * would be blank.
 */
function startOfLine(line: string, isQuoted: boolean): string {
  if (isQuoted || /^ +$/.test(line)) return quoteSpaces(line);
  return line.replace(/^( *)([[*.])/, '$1{"$2"}');
}

function quoteSpaces(line: string): string {
  return line.replace(/^ +/, '{"$&"}');
}

function printPlaceable({ expression, raw, variants }: FluentPlaceable, indent: string): string {
  if (variants === undefined) return raw;
  const lines = variants.map((variant) => printVariant(variant, indent));
  return `{ ${expression} ->\n${lines.join('')}${indent}}`;
}

function printVariant({ key, isDefault, pattern }: FluentVariant, indent: string): string {
  const inner = `${indent}        `;
  const isBlock = pattern.some((part) => typeof part === 'string' && part.includes('\n'));
  const text = printPattern(pattern, { indent: inner, isBlock });
  const head = `${indent}   ${isDefault ? '*' : ' '}[${key}]`;
  return `${head}${isBlock ? `\n${inner}` : ' '}${text}\n`;
}

function escapeBraces(text: string): string {
  return /[{}\r]/.test(text)
    ? text.replace(/[{}\r]/g, (one) => (one === '\r' ? '{"\\u000D"}' : `{"${one}"}`))
    : text;
}
