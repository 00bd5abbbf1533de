/** One lookup in ten thousand is a false positive. */
const BITS_PER_KEY = 32;
/** Bits of the first part: 16 KiB. Each further part is four times as large, up to 4 MiB. */
const FEWEST_BITS = 1 << 17;
const GROWTH = 4;
const MOST_BITS = 1 << 25;
/** Bits set per key, each derived from different characters of the key. */
const PLACES = 3;
const CHARACTERS = 5;

/**
 * A set of hashes in a few bytes each (Bloom filters, of which the last one is being filled).
 * `mayHave` can return true for a hash that was never added, but never false for one that was.
 */
export class KeyFilter {
  readonly #full: Uint32Array[] = [];
  #last = new Uint32Array(FEWEST_BITS / 32);
  #room = FEWEST_BITS / BITS_PER_KEY;

  /** @param key a hash in letters and digits, of at least 15 characters */
  add(key: string): void {
    if (this.#room === 0) this.#grow();
    this.#room -= 1;
    const bits = this.#last;
    for (let place = 0; place < PLACES; place += 1) {
      const bit = bitOf(key, place, bits);
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  mayHave(key: string): boolean {
    return mayHave(this.#last, key) || this.#full.some((bits) => mayHave(bits, key));
  }

  #grow(): void {
    this.#full.push(this.#last);
    const bits = Math.min(this.#last.length * 32 * GROWTH, MOST_BITS);
    this.#last = new Uint32Array(bits / 32);
    this.#room = bits / BITS_PER_KEY;
  }
}

function mayHave(bits: Uint32Array, key: string): boolean {
  for (let place = 0; place < PLACES; place += 1) {
    const bit = bitOf(key, place, bits);
    if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

/** Each character of a hash contributes five or six bits. */
function bitOf(key: string, place: number, bits: Uint32Array): number {
  let bit = 0;
  for (let at = place * CHARACTERS; at < (place + 1) * CHARACTERS; at += 1) {
    bit = (Math.imul(bit, 67) + key.charCodeAt(at)) | 0;
  }
  return bit & (bits.length * 32 - 1);
}
