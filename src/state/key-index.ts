import { checksum } from './checksum.js';

const SMALLEST = 1024;

/** Where keys of one fixed length stand, by their bytes: 12 to 24 bytes an entry, where a Map of strings takes 80. */
export class KeyIndex {
  readonly #keyLength: number;
  readonly #isAt: (position: number, bytes: Uint8Array, at: number) => boolean;
  #hashes = new Uint32Array(SMALLEST);
  /** Position + 1; 0: free. */
  #slots = new Uint32Array(SMALLEST);
  #size = 0;

  /** @param isAt whether the key in `bytes` at `at` is the one that stands at a position */
  constructor(
    keyLength: number,
    isAt: (position: number, bytes: Uint8Array, at: number) => boolean,
  ) {
    this.#keyLength = keyLength;
    this.#isAt = isAt;
  }

  get size(): number {
    return this.#size;
  }

  /** Makes room for this many keys at once. */
  reserve(keys: number): void {
    let length = this.#slots.length;
    while (length < keys * 2) length *= 2;
    if (length > this.#slots.length) this.#growTo(length);
  }

  /** Position of the key in `bytes` at `at`. */
  get(bytes: Uint8Array, at: number): number | undefined {
    const slot = this.#find(bytes, at, checksum(bytes, at, at + this.#keyLength));
    const found = this.#slots[slot] ?? 0;
    return found === 0 ? undefined : found - 1;
  }

  /** Sets the position of the key in `bytes` at `at`; positions stay below 2 ** 32 - 1. */
  set(bytes: Uint8Array, at: number, position: number): void {
    if (this.#size * 2 >= this.#slots.length) this.#growTo(this.#slots.length * 2);
    const hash = checksum(bytes, at, at + this.#keyLength);
    const slot = this.#find(bytes, at, hash);
    if (this.#slots[slot] === 0) this.#size += 1;
    this.#slots[slot] = position + 1;
    this.#hashes[slot] = hash;
  }

  /** All positions, in no order. */
  *positions(): Generator<number> {
    for (const slot of this.#slots) if (slot !== 0) yield slot - 1;
  }

  /** Slot of a key, or the free one where it belongs. Half of the slots are free, so there is one. */
  #find(bytes: Uint8Array, at: number, hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const found = this.#slots[slot] ?? 0;
      if (found === 0) return slot;
      if (this.#hashes[slot] === hash && this.#isAt(found - 1, bytes, at)) return slot;
    }
  }

  #growTo(length: number): void {
    const [slots, hashes] = [this.#slots, this.#hashes];
    const mask = length - 1;
    this.#slots = new Uint32Array(mask + 1);
    this.#hashes = new Uint32Array(mask + 1);
    slots.forEach((found, i) => {
      if (found === 0) return;
      const hash = hashes[i] ?? 0;
      let slot = hash & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = found;
      this.#hashes[slot] = hash;
    });
  }
}
