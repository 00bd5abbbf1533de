/**
 * Characters without a meaning to any rule, as the first and last of a range. Spaces have one only
 * at the ends of a text.
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

/** By UTF-16 code unit: 1 for a character without a meaning. Created on first use. */
let table: Uint8Array | undefined;

function makeTable(): Uint8Array {
  const made = new Uint8Array(0x10000);
  for (const [first, last] of RANGES) made.fill(1, first, last + 1);
  return made;
}

/**
 * Whether a text has no placeholders, markup, message syntax or invisible characters, and no spaces
 * at its ends, as is true of most texts. For two different plain texts, `validate` can only find
 * that one is too long, so it need not be called.
 */
export function isPlain(text: string): boolean {
  const plain = (table ??= makeTable());
  const { length } = text;
  for (let i = 0; i < length; i += 1) if (plain[text.charCodeAt(i)] === 0) return false;
  return length > 0 && text.charCodeAt(0) !== SPACE && text.charCodeAt(length - 1) !== SPACE;
}
