import fc from 'fast-check';
import { expect, test } from 'vitest';
import { murmur } from '../../src/state/murmur.js';

/** MurmurHash3_x86_128 as its description has it, byte by byte and slowly. */
function plainMurmur(bytes: Uint8Array, seed: number): Uint8Array {
  const c = [0x239b961b, 0xab0e9789, 0x38b34ae5, 0xa1e38b93];
  const turns = [15, 16, 17, 18];
  const after = [19, 17, 15, 13];
  const added = [0x561ccd1b, 0x0bcaa747, 0x96cd1c35, 0x32ac3b17];
  const h = [seed, seed, seed, seed];
  const at = (list: readonly number[], i: number): number => list[i % 4] ?? 0;
  const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));
  const mix = (k: number, i: number): number =>
    Math.imul(rotate(Math.imul(k, at(c, i)), at(turns, i)), at(c, i + 1));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % 16);
  for (let block = 0; block < whole; block += 16) {
    for (let i = 0; i < 4; i += 1) {
      h[i] = at(h, i) ^ mix(view.getInt32(block + 4 * i, true), i);
      h[i] = (Math.imul(rotate(at(h, i), at(after, i)) + at(h, i + 1), 5) + at(added, i)) | 0;
    }
  }
  const tail = new DataView(new ArrayBuffer(16));
  bytes.subarray(whole).forEach((byte, i) => {
    tail.setUint8(i, byte);
  });
  for (let i = 0; i < 4; i += 1) h[i] = at(h, i) ^ mix(tail.getInt32(4 * i, true), i);
  const finish = (x: number): number => {
    let k = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    k = Math.imul(k ^ (k >>> 13), 0xc2b2ae35);
    return k ^ (k >>> 16);
  };
  const spread = (): void => {
    h[0] = h.reduce((sum, one) => (sum + one) | 0, 0);
    for (let i = 1; i < 4; i += 1) h[i] = (at(h, i) + at(h, 0)) | 0;
  };
  for (let i = 0; i < 4; i += 1) h[i] = at(h, i) ^ bytes.length;
  spread();
  for (let i = 0; i < 4; i += 1) h[i] = finish(at(h, i));
  spread();
  const result = new DataView(new ArrayBuffer(16));
  for (let i = 0; i < 4; i += 1) result.setInt32(4 * i, at(h, i), true);
  return new Uint8Array(result.buffer);
}

test('the slow one gives the value that MurmurHash3_x86_128 is verified by', () => {
  const all = new Uint8Array(256 * 16);
  for (let length = 0; length < 256; length += 1) {
    const key = Uint8Array.from({ length }, (_, i) => i);
    all.set(plainMurmur(key, 256 - length), 16 * length);
  }
  expect(new DataView(plainMurmur(all, 0).buffer).getUint32(0, true)).toBe(0xb3ece62a);
});

test('the quick one gives the same for every text', () => {
  const units = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
      .map((codes) => String.fromCharCode(...codes)),
  );
  fc.assert(
    fc.property(units, (text) => {
      const words = new DataView(plainMurmur(Buffer.from(text, 'utf16le'), 0).buffer);
      expect([...murmur(text, new Int32Array(4))]).toEqual(
        [0, 4, 8, 12].map((at) => words.getInt32(at, true)),
      );
    }),
    { numRuns: 1_000 },
  );
});
