/**
 * Characters that mean nothing to any rule, as first and last of a range. A space does only at the
 * ends of a text.
 */
const RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x22],
  [0x27, 0x39],
  [0x3b, 0x3b],
  [0x3d, 0x3d],
  [0x3f, 0x3f],
  [0x41, 0x5a],
  [0x5d, 0x5e],
  [0x61, 0x7a],
  [0xa1, 0xac],
  [0xae, 0x5ff],
  [0x620, 0x167f],
  [0x1e00, 0x1fff],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x2070, 0x2fff],
  [0x3001, 0xd7ff],
];
const SPACE = 0x20;

/** By UTF-16 code unit: 1 for one that means nothing. Made when it is first needed. */
let table: Uint8Array | undefined;

function makeTable(): Uint8Array {
  const made = new Uint8Array(0x10000);
  for (const [first, last] of RANGES) made.fill(1, first, last + 1);
  return made;
}

/**
 * Text without placeholder, markup or message syntax of any kind, nothing invisible in it, and no
 * space at its ends: most texts. Of two that differ `validate` has nothing to say but that one is
 * too long, and need not be asked.
 */
export function isPlain(text: string): boolean {
  const plain = (table ??= makeTable());
  const { length } = text;
  for (let i = 0; i < length; i += 1) if (plain[text.charCodeAt(i)] === 0) return false;
  return length > 0 && text.charCodeAt(0) !== SPACE && text.charCodeAt(length - 1) !== SPACE;
}
