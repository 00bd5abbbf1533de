import { FormatError, locate } from '../../model/index.js';

/** Decodes UTF-8; undefined for anything else. A BOM stays in the text as U+FEFF. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

/** @throws FormatError `encoding` at the first invalid byte */
export function failAtBadByte(bytes: Uint8Array, file: string | undefined, advice: string): never {
  const bad = firstBadByte(bytes);
  const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, bad));
  const byte = (bytes[bad] ?? 0).toString(16).padStart(2, '0').toUpperCase();
  const message = `byte 0x${byte} is not UTF-8; ${advice}`;
  throw new FormatError('encoding', message, { ...locate(before, before.length), file });
}

/** Start of the first bytes that a decoder replaces by U+FFFD. */
function firstBadByte(bytes: Uint8Array): number {
  const encoder = new TextEncoder();
  const sign = encoder.encode('\ufffd');
  let at = 0;
  for (const piece of new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).split('\ufffd')) {
    at += encoder.encode(piece).length;
    if (sign.some((byte, i) => bytes[at + i] !== byte)) break;
    at += sign.length;
  }
  return at;
}
