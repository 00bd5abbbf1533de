const INTEGER =
  /^(?:[+-]?(?:0|[1-9](?:_?\d)*)|0x[\da-fA-F](?:_?[\da-fA-F])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*)$/;
const FLOAT = /^[+-]?(?:(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?|inf|nan)$/;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?`;
const DATE = String.raw`(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const OFFSET = String.raw`(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)`;
const MOMENT = new RegExp(`^(?:${DATE}(?:[Tt ]${TIME}${OFFSET}?)?|${TIME})$`);

/** Whether a word is a number, a boolean or a date. */
export function isScalar(word: string): boolean {
  if (word === 'true' || word === 'false') return true;
  if (INTEGER.test(word) || FLOAT.test(word)) return true;
  const match = MOMENT.exec(word);
  if (match === null) return false;
  const [, year, month, day] = match;
  return year === undefined || Number(day) <= daysIn(Number(year), Number(month));
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
