/** Bits for each of a million keys and more: one of ten thousand is then taken for another. */
const BITS = 1 << 25;
/** Bits that a key sets, each told by other characters of it. */
const PLACES = 3;
const CHARACTERS = 5;

/** A set of hashes in four megabytes, which may say of a hash that it has it where it has not. */
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

/** Each character of a hash tells six bits or five. */
function bitOf(key: string, place: number): number {
  let bit = 0;
  for (let at = place * CHARACTERS; at < (place + 1) * CHARACTERS; at += 1) {
    bit = (Math.imul(bit, 67) + key.charCodeAt(at)) | 0;
  }
  return bit & (BITS - 1);
}
