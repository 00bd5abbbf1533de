/**
 * Whether a code point or surrogate is a letter or sign, and not one of the spaces, marks and
 * joiners that people escape to make them visible.
 */
export function isLetter(code: number): boolean {
  if (code >= 0xd800 && code < 0xe000) return true;
  return code <= 0x10ffff && !/[\s\p{C}\p{Z}]/u.test(String.fromCodePoint(code));
}
