import { skipLineEnd } from '../kit/layout.js';
import { isBlankLine, lineEnd } from './lines.js';

/** Plain scalars that are not strings in YAML 1.2's core schema. */
const CORE =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))?$/;

/**
 * Plain scalars that some reader in use does not take for a string: YAML 1.1's booleans, octals,
 * binaries, sexagesimals, dates, underscores and (Ruby) commas in numbers, the merge and value
 * keys, in any case.
 */
const OTHER = [
  /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<)?$/i,
  /^[-+]?(?:0b[01_]+|0x[0-9a-f_]+|0o?[0-7_]+|[0-9][0-9_,]*)$/i,
  /^(?=.*[0-9.])[-+]?[0-9_,]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?$/i,
  /^[-+]?\.(?:inf|nan)$/i,
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/,
  /^-?[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t][-+:.0-9TtZz \t]*)?$/,
];

/** Whether some YAML reader does not take plain text for a string. */
export function readsAsOther(text: string): boolean {
  return OTHER.some((pattern) => pattern.test(text));
}

/**
 * A Ruby symbol: an option (`order: [:year, :month]`) or, in a Rails catalog, a link to another
 * key.
 */
const SYMBOL = /^:(?:[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*[?!=]?|"[^"\s]+"|'[^'\s]+')$/u;

const NOT_TEXT = new Set([
  ...['null', 'bool', 'int', 'float', 'binary', 'timestamp'].map(
    (name) => `tag:yaml.org,2002:${name}`,
  ),
  ...['!ruby/symbol', '!ruby/sym'],
]);

interface ScalarFacts {
  readonly value: string;
  readonly plain: boolean;
  readonly tag: string | undefined;
  readonly yaml11: boolean;
}

/**
 * Whether a scalar is a number, boolean, null or Ruby symbol, by its tag or as a YAML 1.2 reader
 * resolves it.
 */
export function isRaw({ value, plain, tag, yaml11 }: ScalarFacts): boolean {
  if (tag !== undefined) return NOT_TEXT.has(tag);
  if (!plain) return false;
  return SYMBOL.test(value) || (yaml11 ? readsAsOther(value) : CORE.test(value));
}

export type FlowStyle = 'plain' | 'single' | 'double';

export function isFlowStyle(style: string): style is FlowStyle {
  return style === 'plain' || style === 'single' || style === 'double';
}

/** How a pure ASCII file escapes other characters. */
export interface AsciiEscapes {
  /**
   * All characters are escaped. Otherwise only these: spaces, marks and joiners that an author made
   * visible.
   */
  readonly letters: boolean;
  readonly hidden: ReadonlySet<number>;
  /** `\xE9` if two digits are enough. */
  readonly short: boolean;
  readonly lower: boolean;
}

interface ScalarStyle {
  /** Style to keep if the text allows it. */
  readonly style: FlowStyle;
  /** Quotes for text that cannot be plain. */
  readonly quotes: 'single' | 'double';
  /** Inside `{}` or `[]`. */
  readonly flow: boolean;
  /** Escape characters beyond ASCII, as the file does. */
  readonly ascii: AsciiEscapes | undefined;
  /** A leading `:` is a Ruby symbol and stays plain. */
  readonly symbol?: boolean;
}

/** Characters that only double quotes can contain, as escapes. */
const ESCAPED = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udfff]/u;

const BEYOND_ASCII = /[^\p{ASCII}]/gu;

/** One line of YAML that every reader reads as this text. */
export function writeScalar(text: string, style: ScalarStyle): string {
  if (style.style === 'plain' && fitsPlain(text, style)) return text;
  const quotes = style.style === 'plain' ? style.quotes : style.style;
  if (quotes === 'single' && isPrintable(text, style.ascii))
    return `'${text.replaceAll("'", "''")}'`;
  return writeDouble(text, style.ascii);
}

/** Whether a text has no line breaks and no characters that must be escaped. */
function isPrintable(text: string, ascii: AsciiEscapes | undefined): boolean {
  return !ESCAPED.test(text) && !holdsEscaped(text, ascii);
}

function holdsEscaped(text: string, ascii: AsciiEscapes | undefined): boolean {
  if (ascii === undefined) return false;
  return (text.match(BEYOND_ASCII) ?? []).some((character) => isEscaped(character, ascii));
}

/** @param character beyond ASCII */
function isEscaped(character: string, { letters, hidden }: AsciiEscapes): boolean {
  return letters || hidden.has(character.codePointAt(0) ?? 0);
}

export function hasNonAscii(text: string): boolean {
  return /[^\p{ASCII}]/u.test(text);
}

function fitsPlain(text: string, { flow, ascii, symbol = false }: ScalarStyle): boolean {
  const rest = symbol && text.startsWith(':') ? text.slice(1) : text;
  if (rest === '' || readsAsOther(text) || !isPrintable(text, ascii)) return false;
  if (/^[ ,[\]{}#&*!|>'"%@`?:]|^-(?:[ -]|$)|^\.\.\.|[ :]$|: | #/.test(rest)) return false;
  return !(flow && /[,[\]{}:]/.test(text));
}

const NAMES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function writeDouble(text: string, ascii: AsciiEscapes | undefined): string {
  const how = ascii ?? { short: true, lower: false };
  const escaped = text.replace(
    /[\\"\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|[\ud800-\udfff]/gu,
    (character) => NAMES[character] ?? escape(character, how),
  );
  if (ascii === undefined) return `"${escaped}"`;
  const spelled = escaped.replace(BEYOND_ASCII, (character) =>
    isEscaped(character, ascii) ? escape(character, how) : character,
  );
  return `"${spelled}"`;
}

function escape(
  character: string,
  { short, lower }: Pick<AsciiEscapes, 'short' | 'lower'>,
): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = lower ? code.toString(16) : code.toString(16).toUpperCase();
  if (short && code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** The longest mapping key on one line; longer ones are not allowed before `:`. */
export const MAX_KEY = 1000;

export function writeKey(
  name: string,
  { flow, quotes, ascii }: Omit<ScalarStyle, 'style'>,
): string {
  return writeScalar(name, { style: 'plain', quotes, flow, ascii });
}

interface BlockHeader {
  readonly mode: '|' | '>';
  /** The indentation indicator; 0 if there is none. */
  readonly digit: number;
  readonly chomp: '' | '-' | '+';
  /** The rest of the header line after the indicators: a comment. */
  readonly rest: string;
}

interface BlockPlace {
  readonly header: BlockHeader;
  /** Column of the entries beside the scalar. */
  readonly column: number;
  /** Column of its lines. */
  readonly indent: number;
  readonly newline: string;
  readonly ascii: AsciiEscapes | undefined;
  /** Whether a line end follows; needed for text that ends in one. */
  readonly ended: boolean;
  /** Whether a non-blank line, or the end of the file, follows; needed for `+`. */
  readonly closed: boolean;
}

export function readHeader(source: string, start: number): BlockHeader {
  const line = source.slice(start, lineEnd(source, start));
  const indicators = /^[|>][-+0-9]*/.exec(line)?.[0] ?? '|';
  return {
    mode: indicators.startsWith('>') ? '>' : '|',
    digit: Number(/[0-9]/.exec(indicators)?.[0] ?? 0),
    chomp: indicators.includes('-') ? '-' : indicators.includes('+') ? '+' : '',
    rest: line.slice(indicators.length),
  };
}

/** The place of a block scalar in the file. Undefined if it shows no indentation. */
export function placeOf(
  source: string,
  { start, end, column }: { readonly start: number; readonly end: number; readonly column: number },
): Omit<BlockPlace, 'newline' | 'ascii'> | undefined {
  const header = readHeader(source, start);
  const body = source.slice(skipLineEnd(source, lineEnd(source, start)), end);
  const first = /^( *)[^ \r\n]/m.exec(body)?.[1]?.length;
  const indent = header.digit === 0 ? first : column + header.digit;
  if (indent === undefined || indent <= column || first === undefined) return undefined;
  const next = skipLineEnd(source, end);
  const ended = next > end;
  return { header, column, indent, ended, closed: ended && !isBlankLine(source, next) };
}

/**
 * A block scalar without its last line end. Undefined if one cannot represent this text, which then
 * has to be quoted. Indicators stay unless the text needs others; folded text is not wrapped.
 */
export function writeBlock(text: string, place: BlockPlace): string | undefined {
  const { header, column, indent, newline } = place;
  const body = text.replace(/\n+$/, '');
  const ends = text.length - body.length;
  const lines = body.split('\n');
  if (body === '' || !lines.every((line) => isPrintable(line.replaceAll('\t', ''), place.ascii)))
    return undefined;
  const first = lines.findIndex((line) => line !== '');
  const blankEdge = [lines[first] ?? '', lines.at(-1) ?? ''].some((line) => line.trim() === '');
  if (blankEdge || indent < 1) return undefined;
  const indented = /^[ \t]/.test(lines[first] ?? '');
  const digit = header.digit > 0 || indented ? indent - column : 0;
  const chomp = chompFor(place, ends);
  if (digit > 9 || (ends > 0 && !place.ended) || (chomp === '+' && !place.closed)) return undefined;
  const folds = header.mode === '>' && !lines.some((line) => /^[ \t]|[ \t]$/.test(line));
  const indicators = `${folds ? '>' : '|'}${digit === 0 ? '' : digit}${chomp}`;
  const written = folds ? fold(body).split('\n') : lines;
  const pad = ' '.repeat(indent);
  const content = written.map((line) => (line === '' ? '' : pad + line)).join(newline);
  const extra = chomp === '+' ? newline.repeat(ends - 1) : '';
  return indicators + header.rest + newline + content + extra;
}

function chompFor({ header, closed }: BlockPlace, ends: number): BlockHeader['chomp'] {
  if (ends === 0) return '-';
  if (ends > 1) return '+';
  return header.chomp === '+' && closed ? '+' : '';
}

/**
 * Folds text: line breaks inside it take an additional line end, those before the first line do
 * not.
 */
function fold(body: string): string {
  const start = /^\n*/.exec(body)?.[0].length ?? 0;
  return body.slice(0, start) + body.slice(start).replace(/\n+/g, '$&\n');
}
