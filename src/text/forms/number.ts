/** The digit zero of each script that translations may use. */
const NOUGHTS = [
  0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66,
  0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10,
];
const GROUP = "[ \u00a0\u202f\u2009.,'’٬]?";
const patterns = new Map<number, RegExp>();

/**
 * Position of a number in a text, in the digits of any script; undefined unless it occurs exactly
 * once.
 */
export function findNumber(
  text: string,
  number: number,
): { readonly start: number; readonly end: number } | undefined {
  const pattern = patterns.get(number) ?? patternOf(number);
  patterns.set(number, pattern);
  const matches = [...text.matchAll(pattern)];
  const [match] = matches;
  if (match === undefined || matches.length > 1) return undefined;
  return { start: match.index, end: match.index + match[0].length };
}

function patternOf(number: number): RegExp {
  const [whole = '', fraction] = String(number).split('.');
  const digits = Array.from(whole, digitClass);
  const integer = digits.reduceRight((rest, digit, index) => {
    const grouped = rest !== '' && (digits.length - index - 1) % 3 === 0;
    return digit + (grouped ? GROUP : '') + rest;
  }, '');
  const decimals =
    fraction === undefined ? '' : `[.,٫]${Array.from(fraction, digitClass).join('')}`;
  return new RegExp(`(?<!\\p{Nd}|\\p{Nd}[.,])${integer}${decimals}(?![.,]?\\p{Nd})`, 'gu');
}

function digitClass(digit: string): string {
  const others = NOUGHTS.map((nought) => String.fromCodePoint(nought + Number(digit)));
  return `[${digit}${others.join('')}]`;
}
