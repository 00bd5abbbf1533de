import { readsAsOther } from './resolve.js';

export type FlowStyle = 'plain' | 'single' | 'double';

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

export interface ScalarStyle {
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
export function isPrintable(text: string, ascii: AsciiEscapes | undefined): boolean {
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
