import type { FluentPattern, FluentPlaceable, FluentVariant } from './pattern.js';

/** The text of a pattern: its lines without indentation, each selector set alike. */
export function printText(pattern: FluentPattern): string {
  return pattern
    .map((part) => (typeof part === 'string' ? escapeBraces(part) : printPlaceable(part, '')))
    .join('');
}

export interface PrintOptions {
  /** White space that each line but the first begins with. */
  readonly indent: string;
  /** That of selectors that begin in the first line. Default: as `indent`. */
  readonly inner?: string;
  /** The first line stands alone, too. */
  readonly isBlock: boolean;
}

/** A pattern as a file has it, from its first character on. */
export function printPattern(
  pattern: FluentPattern,
  { indent, inner = indent, isBlock }: PrintOptions,
): string {
  const parts = pattern.map((part, at) => {
    if (typeof part !== 'string') return printPlaceable(part, inner);
    const isFirst = at === 0;
    const lead = isFirst ? leadOf(part) : '';
    const tail = at === pattern.length - 1 ? tailOf(part, lead.length) : '';
    const body = part.slice(lead.length, part.length - tail.length);
    const lines = escapeBraces(body).split('\n');
    const goesOn = tail !== '' || at < pattern.length - 1;
    const printed = lines.map((line, i) => {
      const isStart = i > 0 || (isFirst && isBlock && lead === '');
      const safe = isStart ? line.replace(/^( *)([[*.])/, '$1{"$2"}') : line;
      const isBlank = safe === '' && !(goesOn && i === lines.length - 1);
      return i === 0 || isBlank ? safe : indent + safe;
    });
    return spaces(lead, indent) + printed.join('\n') + spaces(tail, indent);
  });
  return parts.join('') || '{ "" }';
}

/** White space at an end of a pattern, which would be cut off. */
function spaces(text: string, indent: string): string {
  if (text === '') return '';
  if (!text.includes('\n')) return `{"${text}"}`;
  return `{""}${text.replaceAll('\n', `\n${indent}`)}{""}`;
}

function leadOf(part: string): string {
  return /^[ \n]*/.exec(part)?.[0] ?? '';
}

function tailOf(part: string, from: number): string {
  let at = part.length;
  while (at > from && ' \n'.includes(part.charAt(at - 1))) at -= 1;
  return part.slice(at);
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
