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

/** Start of the first sequence that is not well-formed UTF-8 (Unicode, table 3-7). */
function firstBadByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const length = sequenceLength(lead);
    if (length === 0) return at;
    for (let i = 1; i < length; i += 1) {
      const [low, high] = i === 1 ? secondByte(lead) : [0x80, 0xbf];
      const byte = bytes[at + i] ?? 0;
      if (byte < low || byte > high) return at;
    }
    at += length;
  }
  return bytes.length;
}

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

function secondByte(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf];
  if (lead === 0xed) return [0x80, 0x9f];
  if (lead === 0xf0) return [0x90, 0xbf];
  return [0x80, lead === 0xf4 ? 0x8f : 0xbf];
}
