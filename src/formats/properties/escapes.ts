import { unicodeEscape } from '../kit/character-escapes.js';
import { isLetter } from '../kit/letter.js';

const NAMED: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/**
 * A raw key or value as Java reads it: resolves escapes and continued lines.
 *
 * @param refuse called with the position of a `\u` without four digits
 */
export function unescape(raw: string, refuse: (at: number) => void): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    /\\(?:u+([0-9a-fA-F]{4})|(?:\r\n|\n|\r)[ \t\f]*|([^])|$)/g,
    (_, hex: string | undefined, letter: string | undefined, at: number) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (letter === 'u') refuse(at);
      return letter === undefined ? '' : (NAMED[letter] ?? letter);
    },
  );
}

/** How a file escapes characters. */
export interface Habits {
  /** Letters beyond ASCII are written as `\u00e9`, as in Latin-1 files. */
  readonly ascii: boolean;
  /** Digits of `\u` above 9 are upper case: `\u00E9`. */
  readonly upperCase: boolean;
  /** `\:`, `\=`, `\#`, `\!` in values, as `Properties.store` writes them. */
  readonly guarded: boolean;
}

const LETTERS: Readonly<Record<string, string>> = { '\t': 't', '\n': 'n', '\r': 'r', '\f': 'f' };

/**
 * A value in the style of the file, on one line.
 * @param separator the text before it; after only blanks, `=` or `:` would be part of the separator
 */
export function escapeValue(text: string, separator: string, habits: Habits): string {
  const isBare = !/[=:]/.test(separator) && !habits.guarded;
  const lead = text.startsWith(' ') || (isBare && /^[=:]/.test(text)) ? '\\' : '';
  const pattern = habits.guarded
    ? /[\\:=#!\p{Cc}\u0085\u2028\u2029\ufeff]/gu
    : /[\\\p{Cc}\u0085\u2028\u2029\ufeff]/gu;
  return (
    lead +
    escapeLetters(
      text.replace(pattern, (one) => escapeOne(one, habits)),
      habits,
    )
  );
}

/** A key in the style of the file. */
export function escapeKey(name: string, habits: Habits): string {
  const escaped = name.replace(/[\\:=#! \p{Cc}\u0085\u2028\u2029\ufeff]/gu, (one) =>
    escapeOne(one, habits),
  );
  return escapeLetters(escaped, habits);
}

function escapeOne(character: string, { upperCase }: Habits): string {
  if (/[\\:=#! ]/.test(character)) return `\\${character}`;
  const letter = LETTERS[character];
  return letter === undefined ? unicodeEscape(character, { upperCase }) : `\\${letter}`;
}

function escapeLetters(text: string, { ascii, upperCase }: Habits): string {
  if (!ascii) return text;
  return text.replace(/[^\0-\x7f]/g, (one) => unicodeEscape(one, { upperCase }));
}

const ESCAPE = /\\u([0-9a-fA-F]{4})/g;

/**
 * The habits of a file: letters are escaped if it escapes some and has none unescaped. Marks and
 * invisible spaces are escaped in any file and do not count.
 */
export function habitsOf(text: string): Habits {
  let [upper, lower, escaped] = [0, 0, false];
  for (const [, hex = ''] of text.matchAll(ESCAPE)) {
    if (/[A-F]/.test(hex)) upper += 1;
    else if (/[a-f]/.test(hex)) lower += 1;
    escaped ||= isLetter(Number.parseInt(hex, 16));
  }
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return {
    ascii: escaped && !/[^\0-\x7f]/.test(withoutComments(body)),
    upperCase: upper > lower,
    guarded: isGuarded(text),
  };
}

/** Checks line by line: a single expression would scan a line once for each of its colons. */
function isGuarded(text: string): boolean {
  let isGuarded = false;
  for (const [, rest = ''] of text.matchAll(/[:=]([^\n\r]*)/g)) {
    if (/[^\\][:=]/.test(rest)) return false;
    isGuarded ||= /\\[:=#!]/.test(rest);
  }
  return isGuarded;
}

function withoutComments(text: string): string {
  return text.replace(/^[ \t\f]*[#!].*$/gm, '');
}
