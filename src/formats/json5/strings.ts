import { unicodeEscape } from '../kit/character-escapes.js';
import type { Habits } from './habits.js';

const NAMED: Readonly<Record<string, string>> = {
  ...{ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0' },
};

const LINE_END = /^[\n\r\u2028\u2029]/;

/** The text of a quoted string or a bare key. */
export function unescape(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|\r\n|[^])/g,
    (escape: string, short?: string, long?: string) => {
      const hex = short ?? long;
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      const letter = escape.slice(1);
      return LINE_END.test(letter) ? '' : (NAMED[letter] ?? letter);
    },
  );
}

const LETTERS: Readonly<Record<string, string>> = {
  ...{ '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't', '\v': 'v', '\\': '\\' },
};
const SPECIAL = /["'\\\p{Cc}\u2028\u2029\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|\p{Cs}/gu;

/** A text in quotes, on one line. */
export function inQuotes(text: string, quote: string): string {
  const body = text.replace(SPECIAL, (one) => {
    if (one === '"' || one === "'") return one === quote ? `\\${one}` : one;
    const letter = LETTERS[one];
    return letter === undefined ? unicodeEscape(one) : `\\${letter}`;
  });
  return quote + body + quote;
}

const IDENTIFIER = /^[$_\p{L}\p{Nl}][$_\u200c\u200d\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*$/u;

/** A key in the style of its neighbours, quoted if necessary. */
export function keyText(key: string, style: string, { quote, keyQuote }: Habits): string {
  if (style === '' && IDENTIFIER.test(key)) return key;
  return inQuotes(key, [style, keyQuote, quote].find((one) => one !== '') ?? "'");
}
