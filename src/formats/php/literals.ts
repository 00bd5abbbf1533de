import type { Range } from '../../model/index.js';
import { lineEnd, skipLineEnd } from '../kit/layout.js';
import { decodeUtf8 } from '../kit/utf8.js';

/** A heredoc or a nowdoc. */
export interface Heredoc {
  readonly range: Range;
  readonly label: string;
  /** A nowdoc: only line ends have a meaning in it. */
  readonly isPlain: boolean;
  /** Its lines as in the file, without the last line end. */
  readonly body: string;
  readonly bodyStart: number;
  /** White space before the closing label, which is not part of any line's text. */
  readonly indent: string;
}

const HEREDOC = /<<<[ \t]*(?:(['"]?)([A-Za-z_\x80-\uffff][\w\x80-\uffff]*)\1)(?:\r\n|\n|\r)/y;
const INTERPOLATION = /\\[^]|(\$[A-Za-z_{\x80-\uffff]|\{\$)/g;

/** Whether a text contains variables that PHP would substitute. */
export function isInterpolated({
  body,
  isPlain = false,
}: Pick<Heredoc, 'body'> & Partial<Heredoc>): boolean {
  if (isPlain || !body.includes('$')) return false;
  for (const [, sign] of body.matchAll(INTERPOLATION)) if (sign !== undefined) return true;
  return false;
}

/** Offset after a quoted text; undefined if it is not closed. */
export function quotedEnd(text: string, start: number): number | undefined {
  const quote = text.charCodeAt(start);
  // Open braces of `{$a["b"]}`: quotes inside them do not close the text.
  let braces = 0;
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (code === 92) at += 1;
    else if (code === quote && braces === 0) return at + 1;
    else if (quote !== 34) continue;
    else if (code === 36 && next === 123) {
      braces += 1;
      at += 1;
    } else if (code === 123 && (next === 36 || braces > 0)) braces += 1;
    else if (code === 125 && braces > 0) braces -= 1;
  }
  return undefined;
}

/**
 * The heredoc that starts at `<<<`; undefined if there is none.
 *
 * @throws the error of `fail` for one that is not closed, or indented less than its closing label
 */
export function heredocAt(
  text: string,
  start: number,
  fail: (expected: string, offset: number) => Error,
): Heredoc | undefined {
  HEREDOC.lastIndex = start;
  const match = HEREDOC.exec(text);
  if (match === null) return undefined;
  const [opening, quote, label = ''] = match;
  const bodyStart = start + opening.length;
  let last = bodyStart;
  for (let line = bodyStart; line < text.length;) {
    const at = skipBlanks(text, line);
    if (text.startsWith(label, at) && !/[\w\x80-\uffff]/.test(text.charAt(at + label.length))) {
      const range = { start, end: at + label.length };
      const body = text.slice(bodyStart, Math.max(bodyStart, last));
      const indent = text.slice(line, at);
      const heredoc = { range, label, isPlain: quote === "'", body, bodyStart, indent };
      checkIndent(heredoc, fail);
      return heredoc;
    }
    last = lineEnd(text, at);
    line = last === text.length ? last : skipLineEnd(text, last);
  }
  throw fail(`expected "${label}" at the end of this string`, start);
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1;
  return at;
}

function checkIndent(
  { body, bodyStart, indent }: Heredoc,
  fail: (expected: string, offset: number) => Error,
): void {
  if (indent === '') return;
  for (const line of body.matchAll(/(?:^|(?<=\n|\r(?!\n)))[ \t]*(?=[^\s])/g)) {
    if (!line[0].startsWith(indent))
      throw fail('expected at least the indentation of the closing line', bodyStart + line.index);
  }
}

/** The text of a heredoc without the indentation of its closing label. */
export function heredocText({ body, indent, isPlain }: Heredoc): string | undefined {
  const own =
    indent === ''
      ? body
      : body.replace(
          /(^|\r\n|\n|\r)([ \t]*)/g,
          (_, end: string, blanks: string) => end + blanks.slice(indent.length),
        );
  return isPlain ? own : unescapeDouble(own, '');
}

/** The text of a literal. Undefined if its bytes are not UTF-8. */
export function textOf(raw: string): string | undefined {
  if (raw.startsWith("'")) return raw.slice(1, -1).replace(/\\([\\'])/g, '$1');
  if (raw.startsWith('"')) return unescapeDouble(raw.slice(1, -1), '"');
  const heredoc = heredocAt(raw, 0, (expected) => new Error(expected));
  return heredoc && heredocText(heredoc);
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', v: '\v', e: '\x1b', f: '\f', '\\': '\\', $: '$' },
};

const ESCAPE = /\\u\{([^}]*\}?)|((?:\\x[\da-fA-F]{1,2}|\\[0-7]{1,3})+)|\\([^])/g;

/**
 * Offset of the first `\u{` that is not a valid character, which PHP rejects; -1 if there is none.
 */
export function wrongCodePoint(raw: string): number {
  if (!raw.includes('\\u{') || /^(?:'|<<<[ \t]*')/.test(raw)) return -1;
  for (const { 1: point, index } of raw.matchAll(ESCAPE))
    if (point?.startsWith('$') === false && codePointOf(point) > 0x10ffff) return index;
  return -1;
}

function codePointOf(point: string): number {
  return /^[\da-fA-F]+\}$/.test(point) ? Number.parseInt(point, 16) : Infinity;
}

function unescapeDouble(raw: string, quote: string): string | undefined {
  if (!raw.includes('\\')) return raw;
  const wrong: string[] = [];
  const text = raw.replace(
    ESCAPE,
    (all, point: string | undefined, bytes: string | undefined, sign: string | undefined) => {
      if (point !== undefined) {
        const code = codePointOf(point);
        if (code > 0x10ffff) wrong.push(all);
        return code > 0x10ffff ? all : String.fromCodePoint(code);
      }
      if (bytes === undefined) return sign === quote ? quote : (NAMED[sign ?? ''] ?? all);
      const decoded = decodeUtf8(bytesOf(bytes));
      if (decoded === undefined) wrong.push(all);
      return decoded ?? all;
    },
  );
  return wrong.length === 0 ? text : undefined;
}

/** The bytes of escapes such as `\xC3\251`. */
function bytesOf(escapes: string): Uint8Array {
  const codes = escapes
    .slice(1)
    .split('\\')
    .map((one) =>
      one.startsWith('x') ? Number.parseInt(one.slice(1), 16) : Number.parseInt(one, 8) & 0xff,
    );
  return Uint8Array.from(codes);
}

/** Kind of a literal. */
export type Style = 'single' | 'double' | 'heredoc';

export function styleOf(raw: string): Style {
  if (raw.startsWith("'")) return 'single';
  return raw.startsWith('"') ? 'double' : 'heredoc';
}

/**
 * A text in the style of the literal that it replaces, or in double quotes if that cannot represent
 * it.
 */
export function rewrite(text: string, raw: string): string {
  const style = styleOf(raw);
  const bare = bareIn(raw);
  if (style === 'heredoc') return inHeredoc(text, raw) ?? inDouble(text, NOTHING);
  return style === 'single' ? inSingle(text, bare) : inDouble(text, bare);
}

/** Characters that a literal contains unescaped and others escape: line ends, tabs. */
interface Bare {
  readonly hasLines: boolean;
  readonly hasTabs: boolean;
}

const NOTHING: Bare = { hasLines: false, hasTabs: false };

function bareIn(raw: string): Bare {
  return { hasLines: /[\n\r]/.test(raw), hasTabs: raw.includes('\t') };
}

/** A text in quotes of one kind; in double quotes if it has line ends or control characters. */
export function inQuotes(text: string, quote: string): string {
  return quote === '"' ? inDouble(text, NOTHING) : inSingle(text, NOTHING);
}

function inSingle(text: string, bare: Bare): string {
  const isPlain =
    !/[\0-\x08\v\f\r\x0e-\x1f\x7f]/.test(text) &&
    (bare.hasLines || !text.includes('\n')) &&
    (bare.hasTabs || !text.includes('\t'));
  if (!isPlain) return inDouble(text, bare);
  return `'${text.replace(/\\(?=[\\']|$)|'/g, '\\$&')}'`;
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{ '\r': 'r', '\v': 'v', '\x1b': 'e', '\f': 'f' },
};

function inDouble(text: string, { hasLines, hasTabs }: Bare): string {
  let escaped = escapeCodes(text.replace(/[\\"]/g, '\\$&'));
  if (!hasLines) escaped = escaped.replaceAll('\n', '\\n');
  if (!hasTabs) escaped = escaped.replaceAll('\t', '\\t');
  return `"${escaped}"`;
}

/**
 * Escapes dollar signs that PHP would interpret, and invisible characters. Line feeds and tabs
 * stay.
 */
function escapeCodes(text: string): string {
  return text
    .replace(/(?<=\{)\$|\$(?=[A-Za-z_{\x80-\uffff])/g, '\\$')
    .replace(/[\0-\x08\v-\x1f\x7f]/g, (one) => {
      const letter = LETTERS[one];
      return letter === undefined ? `\\u{${one.charCodeAt(0).toString(16)}}` : `\\${letter}`;
    });
}

function inHeredoc(text: string, raw: string): string | undefined {
  const heredoc = heredocAt(raw, 0, (expected) => new Error(expected));
  if (heredoc === undefined) return undefined;
  const { bodyStart, indent, isPlain, label, range } = heredoc;
  if (isPlain && /[\0-\x08\v\f\r\x0e-\x1f\x7f]/.test(text)) return undefined;
  // The backslash before a quote is already an escape.
  const body = isPlain ? text : escapeCodes(text.replace(/\\/g, '\\\\'));
  const lines = body.split('\n');
  if (lines.some((line) => line.replace(/^[ \t]+/, '').startsWith(label))) return undefined;
  const closing = raw.slice(range.end - label.length - indent.length, range.end);
  const newline = /\r\n|\n|\r/.exec(raw)?.[0] ?? '\n';
  const indented = lines.map((line) => (line === '' ? '' : indent + line)).join('\n');
  return raw.slice(0, bodyStart) + indented + newline + closing;
}
