const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;
/** Code units in a block of 16 bytes. */
const BLOCK = 8;

/**
 * MurmurHash3 (x86, 128 bits, seed 0) over the UTF-16 code units of a text, each low byte first; its four words. For the
 * texts of catalogs, of which every run has very many: SHA-256 takes several times as long for each, and nobody gains
 * anything by making two of them meet.
 * @param words where the hash goes: four words
 */
export function murmur(text: string, words: Int32Array): Int32Array {
  const { length } = text;
  const whole = length - (length % BLOCK);
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let h4 = 0;
  let at = 0;
  for (; at < whole; at += BLOCK) {
    h1 ^= mix(pair(text, at), C1, 15, C2);
    h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
    h2 ^= mix(pair(text, at + 2), C2, 16, C3);
    h2 = (Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0;
    h3 ^= mix(pair(text, at + 4), C3, 17, C4);
    h3 = (Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0;
    h4 ^= mix(pair(text, at + 6), C4, 18, C1);
    h4 = (Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0;
  }
  const rest = length - at;
  if (rest > 6) h4 ^= mix(text.charCodeAt(at + 6), C4, 18, C1);
  if (rest > 4) h3 ^= mix(pairOf(text, at + 4, rest - 4), C3, 17, C4);
  if (rest > 2) h2 ^= mix(pairOf(text, at + 2, rest - 2), C2, 16, C3);
  if (rest > 0) h1 ^= mix(pairOf(text, at, rest), C1, 15, C2);
  const bytes = length * 2;
  h1 ^= bytes;
  h2 ^= bytes;
  h3 ^= bytes;
  h4 ^= bytes;
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = (h2 + h1) | 0;
  h3 = (h3 + h1) | 0;
  h4 = (h4 + h1) | 0;
  h1 = finish(h1);
  h2 = finish(h2);
  h3 = finish(h3);
  h4 = finish(h4);
  h1 = (h1 + h2 + h3 + h4) | 0;
  words[0] = h1;
  words[1] = h2 + h1;
  words[2] = h3 + h1;
  words[3] = h4 + h1;
  return words;
}

function pair(text: string, at: number): number {
  return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
}

/** The last code units, of which one may stand alone. */
function pairOf(text: string, at: number, rest: number): number {
  return rest > 1 ? pair(text, at) : text.charCodeAt(at);
}

function mix(word: number, factor: number, turn: number, other: number): number {
  return Math.imul(rotate(Math.imul(word, factor), turn), other);
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}

function finish(word: number): number {
  let h = word ^ (word >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
