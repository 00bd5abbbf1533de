import { isLetter } from '../kit/letter.js';

const NAMED: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};

/** NeXTSTEP's characters from 128 on, the encoding of Apple's octal escapes. */
const NEXTSTEP =
  '\u00a0ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿' +
  '¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêëìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ';

/**
 * A raw text as Apple reads it. Also reads `\u00e9`, although Apple only reads `\U00e9`.
 *
 * @param refuse called with the position of a `\U` without four digits
 */
export function unescape(raw: string, refuse: (at: number) => void): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    /\\(?:[Uu]([0-9a-fA-F]{4})|([0-7]{1,3}|[^])|$)/g,
    (_, hex: string | undefined, rest: string | undefined, at: number) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (rest === undefined) return '';
      if (rest === 'U') refuse(at);
      return /^[0-7]/.test(rest) ? ofOctal(Number.parseInt(rest, 8) & 0xff) : (NAMED[rest] ?? rest);
    },
  );
}

function ofOctal(code: number): string {
  return code < 128 ? String.fromCharCode(code) : (NEXTSTEP[code - 128] ?? '\ufffd');
}

/** How a file writes letters. */
export interface Habits {
  /** Letters beyond ASCII are written as `\U00e9`. */
  readonly ascii: boolean;
  /** Digits of `\U` above 9 are upper case: `\U00E9`. */
  readonly upperCase: boolean;
  /** Present: as `\u00e9`, which GNUstep reads and Apple does not. */
  readonly isSmall?: true;
}

const LETTERS: Readonly<Record<string, string>> = { '\t': 't', '\n': 'n', '\r': 'r' };

/** A text as the file would write it in quotes of a kind. */
export function escapeText(text: string, mark: string, habits: Habits): string {
  const escaped = text.replace(/[\\"'\p{Cc}\ufeff]|\p{Cs}/gu, (one) => {
    if (one === '\\' || one === mark) return `\\${one}`;
    if (one === '"' || one === "'") return one;
    const letter = LETTERS[one];
    return letter === undefined ? unicodeEscape(one, habits) : `\\${letter}`;
  });
  if (!habits.ascii) return escaped;
  return escaped.replace(/[^\0-\x7f]/g, (one) => unicodeEscape(one, habits));
}

/** A character as `\U0142`; two escapes for characters beyond the first plane. */
export function unicodeEscape(
  character: string,
  { upperCase, isSmall }: Omit<Habits, 'ascii'> = { upperCase: false },
): string {
  return Array.from({ length: character.length }, (_, at) => {
    const hex = character.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\${isSmall === true ? 'u' : 'U'}${upperCase ? hex.toUpperCase() : hex}`;
  }).join('');
}

const ESCAPE = /\\([Uu])([0-9a-fA-F]{4})/g;

/** Letters are escaped if a file escapes some and has none unescaped. */
export function habitsOf(text: string): Habits {
  if (!/\\u/i.test(text)) return { ascii: false, upperCase: false };
  let [upper, lower, escaped, isLarge] = [0, 0, false, false];
  for (const [, mark, hex = ''] of text.matchAll(ESCAPE)) {
    isLarge ||= mark === 'U';
    if (/[A-F]/.test(hex)) upper += 1;
    else if (/[a-f]/.test(hex)) lower += 1;
    escaped ||= isLetter(Number.parseInt(hex, 16));
  }
  const ascii = escaped && !/[^\0-\x7f\ufeff]/.test(text);
  return { ascii, upperCase: upper > lower, ...(escaped && !isLarge && { isSmall: true }) };
}
