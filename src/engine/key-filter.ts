/** About 32 bits for each of a million keys: one lookup in ten thousand is a false positive. */
const BITS = 1 << 25;
/** Bits set per key, each derived from different characters of the key. */
const PLACES = 3;
const CHARACTERS = 5;

/**
 * A set of hashes in 4 MiB (a Bloom filter). `mayHave` can return true for a hash that was never
 * added, but never false for one that was.
 */
export class KeyFilter {
  readonly #bits = new Uint32Array(BITS / 32);

  /** @param key a hash in letters and digits, of at least 15 characters */
  add(key: string): void {
    for (let place = 0; place < PLACES; place += 1) {
      const bit = bitOf(key, place);
      this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  mayHave(key: string): boolean {
    for (let place = 0; place < PLACES; place += 1) {
      const bit = bitOf(key, place);
      if (((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }
}

/** Each character of a hash contributes five or six bits. */
function bitOf(key: string, place: number): number {
  let bit = 0;
  for (let at = place * CHARACTERS; at < (place + 1) * CHARACTERS; at += 1) {
    bit = (Math.imul(bit, 67) + key.charCodeAt(at)) | 0;
  }
  return bit & (BITS - 1);
}
