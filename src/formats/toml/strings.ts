/** How a text is written. */
export type Style = 'basic' | 'literal' | 'lines' | 'literal-lines';

export function styleOf(raw: string): Style {
  if (raw.startsWith('"""')) return 'lines';
  if (raw.startsWith("'''")) return 'literal-lines';
  return raw.startsWith("'") ? 'literal' : 'basic';
}

/** A complete text, or the problem and its position. */
export type Scanned =
  { readonly end: number; readonly text: string } | { readonly wrong: string; readonly at: number };

const NAMED: Readonly<Record<string, string>> = {
  ...{ b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', e: '\x1b', '"': '"', '\\': '\\' },
};
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Characters without a special meaning in any kind of text. */
const PLAIN = /[^"'\\\0-\x08\n-\x1f\x7f]+/y;

/** The text whose first quote is at an offset. Its line ends become `\n`. */
export function scanText(source: string, start: number): Scanned {
  const quote = source.charAt(start);
  const isLong = source.startsWith(quote.repeat(3), start);
  const close = isLong ? quote.repeat(3) : quote;
  let at = start + close.length;
  if (isLong) at = skipNewline(source, at);
  let text = '';
  let from = at;
  for (;;) {
    PLAIN.lastIndex = at;
    if (PLAIN.test(source)) at = PLAIN.lastIndex;
    const code = source.charCodeAt(at);
    if (at >= source.length)
      return { wrong: `expected ${close} at the end of this string`, at: start };
    if (source.startsWith(close, at)) break;
    const newline = skipNewline(source, at);
    if (newline > at) {
      if (!isLong) return { wrong: `expected ${close} before the end of the line`, at };
      text += `${source.slice(from, at)}\n`;
      at = from = newline;
    } else if (code === 92 && quote === '"') {
      const escape = scanEscape(source, at, isLong);
      if (escape === undefined) return { wrong: 'expected an escape such as \\n or \\u0041', at };
      text += source.slice(from, at) + escape.text;
      at = from = escape.end;
    } else if ((code < 32 && code !== 9) || code === 127)
      return { wrong: 'a control character must be escaped', at };
    else at += 1;
  }
  // Up to two quotes may precede the closing ones.
  if (isLong) for (let more = 0; more < 2 && source.startsWith(close, at + 1); more += 1) at += 1;
  return { end: at + close.length, text: text + source.slice(from, at) };
}

function skipNewline(source: string, at: number): number {
  if (source.charCodeAt(at) === 10) return at + 1;
  return source.startsWith('\r\n', at) ? at + 2 : at;
}

function scanEscape(
  source: string,
  at: number,
  isLong: boolean,
): { readonly end: number; readonly text: string } | undefined {
  const letter = source.charAt(at + 1);
  const named = NAMED[letter];
  if (named !== undefined) return { end: at + 2, text: named };
  const digits = DIGITS[letter];
  if (digits === undefined) return isLong ? scanFold(source, at + 1) : undefined;
  const hex = source.slice(at + 2, at + 2 + digits);
  const code = /^[\da-fA-F]+$/.test(hex) && hex.length === digits ? Number.parseInt(hex, 16) : -1;
  if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
  return { end: at + 2 + digits, text: String.fromCodePoint(code) };
}

/** A backslash at the end of a line removes all white space after it. */
function scanFold(source: string, start: number): { end: number; text: string } | undefined {
  let at = skipBlanks(source, start);
  if (skipNewline(source, at) === at) return undefined;
  for (;;) {
    const next = skipNewline(source, skipBlanks(source, at));
    if (next === at) return { end: at, text: '' };
    at = next;
  }
}

export function skipBlanks(source: string, from: number): number {
  let at = from;
  while (source.charCodeAt(at) === 32 || source.charCodeAt(at) === 9) at += 1;
  return at;
}

/**
 * A text in the style of the one that it replaces, or in double quotes if that style cannot
 * represent it.
 */
export function rewrite(text: string, raw: string, newline: string): string {
  const style = styleOf(raw);
  if (style === 'basic') return basic(text);
  if (style === 'literal')
    return /['\n]/.test(text) || hasControls(text) ? basic(text) : `'${text}'`;
  const [lead = ''] = /^(?:\r\n|\n)/.exec(raw.slice(3)) ?? [];
  const open = lead === '' && text.startsWith('\n') ? newline : lead;
  const isPlain = !text.includes("'''") && !text.endsWith("'") && !hasControls(text);
  if (style === 'literal-lines' && isPlain) return `'''${open}${text.replaceAll('\n', newline)}'''`;
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replace(/"(?="")|"$/g, '\\"')
    .replace(CONTROLS, escapeOne)
    .replaceAll('\n', newline);
  return `"""${open}${escaped}"""`;
}

/** A text in double quotes. */
export function basic(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replace(CONTROLS, escapeOne)}"`;
}

/** All control characters except tabs and line feeds. */
const CONTROLS = /[\0-\x08\v-\x1f\x7f]/g;

function hasControls(text: string): boolean {
  return text.search(CONTROLS) !== -1;
}

const LETTERS: Readonly<Record<string, string>> = { '\b': '\\b', '\f': '\\f', '\r': '\\r' };

function escapeOne(one: string): string {
  return LETTERS[one] ?? `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export function isBare(name: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(name);
}
