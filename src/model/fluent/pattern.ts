import { isLineEnd, skipBlank, skipSpaces } from './blanks.js';
import { PatternError, readExpression } from './expression.js';

/** A variant of a select expression. */
export interface FluentVariant {
  readonly key: string;
  readonly isDefault: boolean;
  readonly pattern: FluentPattern;
}

/** The content of braces. */
export interface FluentPlaceable {
  /** Without the braces, in one line. Of a select expression: its selector. */
  readonly expression: string;
  /** The source in one line. Of a select expression: ''. */
  readonly raw: string;
  readonly variants?: readonly FluentVariant[];
}

/** Text and placeables. Text lines are separated by `\n` and have no indentation. */
export type FluentPattern = readonly (string | FluentPlaceable)[];

export interface FoundPattern {
  /** Empty if there is no pattern. */
  readonly pattern: FluentPattern;
  /** The index after its last character that is not white space. */
  readonly end: number;
  /** The end of its last line. */
  readonly lineEnd: number;
}

/** The most nested placeables and select expressions. */
const MOST_DEPTH = 50;
/** The most stray opening braces in a text. After that, the rest of the text is literal. */
const MOST_STRAYS = 100;

interface Indent {
  readonly breaks: string;
  readonly spaces: number;
}

/**
 * Reads the pattern of a Fluent file that starts after `=` or `]`.
 * @throws PatternError
 */
export function readPattern(text: string, from: number): FoundPattern {
  return new PatternReader(text).pattern(from, 0);
}

/**
 * Parses a whole text as a pattern: lines keep their indentation, and unmatched braces are literal.
 * Never throws.
 */
export function readText(text: string): FluentPattern {
  const reader = new PatternReader(text);
  const parts: (string | FluentPlaceable)[] = [];
  let last = 0;
  let strays = 0;
  let at = text.indexOf('{');
  while (at !== -1 && strays < MOST_STRAYS) {
    try {
      const { placeable, end } = reader.placeable(at, 0);
      if (at > last) parts.push(text.slice(last, at));
      parts.push(placeable);
      last = end;
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      strays += 1;
    }
    at = text.indexOf('{', Math.max(last, at + 1));
  }
  return last < text.length ? [...parts, text.slice(last)] : parts;
}

class PatternReader {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  pattern(from: number, depth: number): FoundPattern {
    const text = this.#text;
    const parts: (string | Indent | FluentPlaceable)[] = [];
    let at = skipSpaces(text, from);
    let end = from;
    let isFirst = isLineEnd(text, at);
    for (;;) {
      const code = text.charCodeAt(at);
      if (at >= text.length || isLineEnd(text, at)) {
        const next = continuation(text, at);
        if (next === undefined) break;
        const { breaks, spaces } = next;
        parts.push({ breaks: isFirst ? '' : breaks, spaces });
        at = next.at;
      } else if (code === 123) {
        const found = this.placeable(at, depth);
        parts.push(found.placeable);
        at = end = found.end;
      } else if (code === 125) throw new PatternError(at, 'a "{" before this "}"');
      else {
        const stop = textEnd(text, at);
        parts.push(text.slice(at, stop));
        at = stop;
        end = trimmedEnd(text, end, stop);
      }
      isFirst = false;
    }
    return { pattern: dedented(parts), end, lineEnd: at };
  }

  placeable(start: number, depth: number): { placeable: FluentPlaceable; end: number } {
    const text = this.#text;
    if (depth >= MOST_DEPTH) throw new PatternError(start, 'at most 50 nested placeables');
    const from = skipBlank(text, start + 1);
    const found =
      text.charAt(from) === '{'
        ? { end: this.placeable(from, depth + 1).end, kind: 'placeable' as const }
        : readExpression(text, from);
    const expression = inOneLine(text.slice(from, found.end));
    const at = skipBlank(text, found.end);
    if (text.startsWith('->', at)) {
      if (!['variable', 'literal', 'function', 'attribute'].includes(found.kind))
        throw new PatternError(from, 'a variable or function as selector');
      return this.#select(at + 2, { expression, depth });
    }
    if (found.kind === 'attribute') throw new PatternError(from, 'no term attribute');
    if (text.charAt(at) !== '}') throw new PatternError(at, '"}"');
    const raw = inOneLine(text.slice(start, at + 1));
    return { placeable: { expression, raw }, end: at + 1 };
  }

  #select(
    from: number,
    { expression, depth }: { readonly expression: string; readonly depth: number },
  ): { placeable: FluentPlaceable; end: number } {
    const text = this.#text;
    const variants: FluentVariant[] = [];
    let at = skipSpaces(text, from);
    if (!isLineEnd(text, at)) throw new PatternError(at, 'each variant on its own line');
    for (at = skipBlank(text, at); text.charAt(at) !== '}'; at = skipBlank(text, at)) {
      const head = variantHead(text, at);
      const { pattern, end } = this.pattern(head.end, depth + 1);
      if (pattern.length === 0) throw new PatternError(head.end, 'a text for this variant');
      variants.push({ key: head.key, isDefault: head.isDefault, pattern });
      at = end;
    }
    if (variants.filter(({ isDefault }) => isDefault).length !== 1)
      throw new PatternError(at, 'one variant with "*"');
    return { placeable: { expression, raw: '', variants }, end: at + 1 };
  }
}

const KEY = /(\*?)\[[ \n\r]*(-?\d+(?:\.\d+)?|[A-Za-z][\w-]*)[ \n\r]*\]/y;

function variantHead(
  text: string,
  at: number,
): { readonly key: string; readonly isDefault: boolean; readonly end: number } {
  KEY.lastIndex = at;
  const match = KEY.exec(text);
  if (match === null) throw new PatternError(at, '"[key]" or "}"');
  return { key: match[2] ?? '', isDefault: match[1] === '*', end: KEY.lastIndex };
}

/** The start of the next line's text, if the pattern continues there. */
function continuation(
  text: string,
  from: number,
): { readonly at: number; readonly breaks: string; readonly spaces: number } | undefined {
  let at = from;
  let breaks = '';
  let start = from;
  while (at < text.length && isLineEnd(text, at)) {
    start = at + (text.charCodeAt(at) === 13 ? 2 : 1);
    breaks += '\n';
    at = skipSpaces(text, start);
  }
  const character = text.charAt(at);
  const spaces = at - start;
  if (character === '' || breaks === '') return undefined;
  const goesOn = character === '{' || (spaces > 0 && !'}.[*'.includes(character));
  return goesOn ? { at, breaks, spaces } : undefined;
}

/** The lines without their common indentation and without trailing white space. */
function dedented(parts: readonly (string | Indent | FluentPlaceable)[]): FluentPattern {
  let common = Infinity;
  for (const part of parts)
    if (typeof part === 'object' && 'spaces' in part) common = Math.min(common, part.spaces);
  const pattern: (string | FluentPlaceable)[] = [];
  let run = '';
  for (const part of parts) {
    if (typeof part === 'string') run += part;
    else if ('spaces' in part) run += part.breaks + ' '.repeat(part.spaces - common);
    else {
      if (run !== '') pattern.push(run);
      run = '';
      pattern.push(part);
    }
  }
  const rest = run.slice(0, trimmedEnd(run, 0, run.length));
  return rest === '' ? pattern : [...pattern, rest];
}

function trimmedEnd(text: string, from: number, end: number): number {
  let at = end;
  while (at > from && ' \n\r'.includes(text.charAt(at - 1))) at -= 1;
  return at;
}

function textEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 123 || code === 125 || code === 10) break;
    if (code === 13 && text.charCodeAt(at + 1) === 10) break;
    at += 1;
  }
  return at;
}

function inOneLine(raw: string): string {
  return raw.includes('\n') ? raw.replace(/\s*\n\s*/g, ' ') : raw;
}

/** The text of a pattern: lines without indentation, all select expressions in the same layout. */
export function printText(pattern: FluentPattern): string {
  return pattern
    .map((part) => (typeof part === 'string' ? escapeBraces(part) : printPlaceable(part, '')))
    .join('');
}

interface PrintOptions {
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
