import { closeSync, fstatSync, readSync } from 'node:fs';
import { parseFile } from 'music-metadata';
import { openRegularFile } from '../../disk/index.js';
import { brokenAt, CUT, isPointer, POINTER } from './document-damage.js';
import type { Damage } from './document-damage.js';
import type { FileCost } from './types.js';

/**
 * Reads how long a recording is, by which the service bills it, and whether it is whole. A file whose
 * type is known but which is odd in other ways stays a recording: the service decides. No minutes:
 * the file does not say.
 */
export async function recordingCost(path: string, ending: string): Promise<FileCost> {
  const flaw = recordingDamage(path, ending);
  if (flaw !== undefined) return { flaw };
  try {
    const options = { duration: true, skipCovers: true, skipPostHeaders: true };
    const { container, duration } = (await parseFile(path, options)).format;
    if (container === undefined) return { flaw: 'is damaged, or is not a recording' };
    // Without samples there is nothing to bill.
    const isKnown = duration !== undefined && Number.isFinite(duration) && duration > 0;
    return { minutes: isKnown ? Math.ceil(duration / 0.6) / 100 : undefined };
  } catch {
    return {};
  }
}

/** A file read in windows, since recordings may be as long as a gigabyte. */
class Bytes {
  readonly #file: number;
  readonly size: number;
  #window = Buffer.alloc(0);
  #from = 0;

  constructor(file: number) {
    this.#file = file;
    this.size = fstatSync(file).size;
  }

  /** Fewer bytes at the end of the file. Valid until the next read. */
  read(at: number, length: number): Buffer {
    if (at < this.#from || at + length > this.#from + this.#window.length) {
      const buffer = Buffer.alloc(Math.max(length, 1_048_576));
      const read = readSync(this.#file, buffer, 0, buffer.length, at);
      this.#window = buffer.subarray(0, read);
      this.#from = at;
    }
    return this.#window.subarray(at - this.#from, at - this.#from + length);
  }

  text(at: number, length: number): string {
    return this.read(at, length).toString('latin1');
  }

  /** Visits bytes up to the end of the file, until the visitor answers true. */
  each(from: number, visit: (byte: number, at: number) => boolean): void {
    for (let at = from; at < this.size; at += 65_536) {
      const piece = this.read(at, 65_536);
      for (let index = 0; index < piece.length; index += 1) {
        if (visit(piece[index] ?? 0, at + index)) return;
      }
    }
  }
}

/** How a recording of each type begins, and what its container knows about itself. */
const CONTAINERS: Readonly<Record<string, readonly [RegExp, (file: Bytes) => Damage]>> = {
  wav: [/^(?:RIFF|RF64)/, waveDamage],
  ogg: [/^OggS/, oggDamage],
  flac: [/^(?:fLaC|ID3)/, flacDamage],
  webm: [/^\x1aE\xdf\xa3/, webmDamage],
  mp4: [/^[^]{4}(?:ftyp|moov|mdat|free|skip|wide|pnot)/, boxDamage],
  m4a: [/^[^]{4}(?:ftyp|moov|mdat|free|skip|wide|pnot)/, boxDamage],
  // It may begin with anything, but not as another kind.
  mp3: [/^(?!RIFF|OggS|fLaC|\x1aE\xdf\xa3|[^]{4}ftyp)/, mp3Damage],
};

/**
 * Checks a recording against the lengths and checksums of its own container. Sound is not decoded, so
 * changed bytes are noticed only where the container has checksums (Ogg, FLAC).
 * @param ending of the file, one that the service accepts
 */
function recordingDamage(path: string, ending: string): Damage {
  const [sign, check] = CONTAINERS[ending] ?? [];
  const descriptor = openRegularFile(path);
  try {
    const file = new Bytes(descriptor);
    const start = file.text(0, 64);
    if (isPointer(start)) return POINTER;
    if (sign?.test(start) === false) return `is damaged, or no ${ending} file`;
    return check?.(file);
  } catch (error) {
    if (error instanceof RangeError) return CUT;
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Sizes from here on are those of streams, whose length was not known. */
const UNKNOWN = 0x7fff_0000;
/** Bytes by which encoders are wrong about the size. */
const FEW_BYTES = 16;

/** Chunks, each with its size. Some programs count the first one's head, or miss its last byte. */
function waveDamage(file: Bytes): Damage {
  const stated = file.read(4, 4).readUInt32LE();
  if (stated >= UNKNOWN) return undefined;
  if (8 + stated > file.size + FEW_BYTES) return CUT;
  let at = 12;
  while (at + 8 <= Math.min(8 + stated, file.size)) {
    const head = file.read(at, 8);
    const size = head.readUInt32LE(4);
    if (!/^[\x20-\x7e]{4}/.test(head.toString('latin1', 0, 4))) return brokenAt(at);
    if (size >= UNKNOWN) return undefined;
    at += 8 + size + (size % 2);
  }
  return at > file.size + FEW_BYTES ? CUT : undefined;
}

const OGG_CRC = tableOf(32, 0x04c1_1db7);

/** Pages, each with a checksum and its number in its stream; the last one of a stream says so. */
function oggDamage(file: Bytes): Damage {
  const streams = new Map<number, { readonly page: number; readonly isLast: boolean }>();
  let at = 0;
  while (at < file.size) {
    const head = Buffer.from(file.read(at, 282));
    if (head.toString('latin1', 0, 4) !== 'OggS') return brokenAt(at);
    const lacing = head.subarray(27, 27 + (head[26] ?? 0));
    const length = 27 + lacing.length + lacing.reduce((sum, size) => sum + size, 0);
    if (head.length < 27 || at + length > file.size) return CUT;
    const page = Buffer.from(file.read(at, length));
    const stated = page.readUInt32LE(22);
    page.fill(0, 22, 26);
    let crc = 0;
    for (const byte of page) crc = (crc << 8) ^ (OGG_CRC[(crc >>> 24) ^ byte] ?? 0);
    if (crc >>> 0 !== stated) return brokenAt(at);
    const [serial, number, flags] = [page.readUInt32LE(14), page.readUInt32LE(18), page[5] ?? 0];
    const before = streams.get(serial);
    if (before !== undefined && (flags & 2) === 0 && number !== before.page + 1) {
      return brokenAt(at);
    }
    streams.set(serial, { page: number, isLast: (flags & 4) !== 0 });
    at += length;
  }
  return [...streams.values()].every(({ isLast }) => isLast) ? undefined : CUT;
}

/** Remainders of all bytes for a checksum that begins with the highest bit. */
function tableOf(bits: 8 | 16 | 32, polynomial: number): Int32Array {
  const top = 2 ** (bits - 1);
  return Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte * 2 ** (bits - 8);
    for (let bit = 0; bit < 8; bit += 1) {
      crc = ((crc & top) === 0 ? crc << 1 : (crc << 1) ^ polynomial) & (top * 2 - 1 || -1);
    }
    return crc;
  });
}

const FLAC_HEAD = tableOf(8, 0x07);
const FLAC_FRAME = tableOf(16, 0x8005);

/**
 * Frames, each with a checksum at its end, where the next one begins. With the checksum of a whole
 * frame included, the remainder is 0.
 */
function flacDamage(file: Bytes): Damage {
  let at = afterTag(file, 0);
  if (file.text(at, 4) !== 'fLaC') return brokenAt(at);
  const samples = Number(file.read(at + 18, 8).readBigUInt64BE() & 0xf_ffff_ffffn);
  at += 4;
  for (let isLast = false; !isLast;) {
    const head = file.read(at, 4);
    if (head.length < 4) return CUT;
    isLast = (head[0] ?? 0) >= 128;
    at += 4 + head.readUIntBE(1, 3);
  }
  let heard = 0;
  while (at < file.size && (samples === 0 || heard < samples)) {
    const block = flacBlock(file, at);
    if (block === undefined) return file.text(at, 3) === 'TAG' ? undefined : brokenAt(at);
    heard += block;
    let [crc, end] = [0, 0];
    const isOver = (next: number): boolean =>
      next >= file.size || heard >= samples || flacBlock(file, next) !== undefined;
    file.each(at, (byte, place) => {
      crc = ((crc << 8) & 0xffff) ^ (FLAC_FRAME[(crc >> 8) ^ byte] ?? 0);
      if (crc !== 0 || place < at + 8 || !isOver(place + 1)) return false;
      end = place + 1;
      return true;
    });
    if (end === 0) return brokenAt(at);
    at = end;
  }
  return heard < samples || at > file.size ? CUT : undefined;
}

/** Samples of the frame that begins here; undefined: none does. */
function flacBlock(file: Bytes, at: number): number | undefined {
  const head = Buffer.from(file.read(at, 16));
  const [sync = 0, strategy = 0, sizes = 0, , number = 0] = head;
  if (sync !== 0xff || (strategy & 0xfe) !== 0xf8) return undefined;
  const [blockCode, rateCode] = [sizes >> 4, sizes & 15];
  // The frame's number has the form of a character in UTF-8.
  let end = 4 + Math.max(1, Math.clz32(~(number << 24)));
  const more = end;
  if (blockCode === 6) end += 1;
  if (blockCode === 7) end += 2;
  if (rateCode === 12) end += 1;
  if (rateCode === 13 || rateCode === 14) end += 2;
  let crc = 0;
  for (const byte of head.subarray(0, end + 1)) crc = FLAC_HEAD[crc ^ byte] ?? 0;
  if (crc !== 0 || blockCode === 0 || head.length <= end) return undefined;
  if (blockCode === 1) return 192;
  if (blockCode < 6) return 576 * 2 ** (blockCode - 2);
  if (blockCode > 7) return 256 * 2 ** (blockCode - 8);
  return 1 + head.readUIntBE(more, blockCode - 5);
}

/** The place after tags of ID3. */
function afterTag(file: Bytes, from: number): number {
  let at = from;
  for (;;) {
    const head = file.read(at, 10);
    if (head.length < 10 || head.toString('latin1', 0, 3) !== 'ID3') return at;
    const size = [6, 7, 8, 9].reduce((sum, place) => sum * 128 + ((head[place] ?? 0) & 127), 0);
    at += 10 + size + (((head[5] ?? 0) & 16) === 0 ? 0 : 10);
  }
}

/** Boxes, each with its size; one of them has the table of contents. */
function boxDamage(file: Bytes): Damage {
  let [at, hasContents] = [0, false];
  while (at + 8 <= file.size) {
    const head = Buffer.from(file.read(at, 16));
    const type = head.toString('latin1', 4, 8);
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short;
    // Programs fill up with zeros.
    if (size === 0 && type === '\0\0\0\0') break;
    if (!/^[\x20-\x7e\xa9]{4}$/.test(type) || (size !== 0 && size < 8)) return brokenAt(at);
    const end = size === 0 ? file.size : at + size;
    if (end > file.size) return CUT;
    hasContents ||= type === 'moov';
    at = end;
  }
  return hasContents ? undefined : CUT;
}

/** A header, and a segment with everything else, which says its size unless it is a live stream. */
function webmDamage(file: Bytes): Damage {
  const header = elementAt(file, 0);
  const segment = header?.end === undefined ? undefined : elementAt(file, header.end);
  return segment === undefined || (segment.end ?? 0) > file.size ? CUT : undefined;
}

/** An element. `end` undefined: it does not say. */
function elementAt(file: Bytes, at: number): { readonly end: number | undefined } | undefined {
  const head = file.read(at, 12);
  const idLength = Math.clz32(head[0] ?? 0) - 23;
  const first = head[idLength] ?? 0;
  const length = Math.clz32(first) - 23;
  if (idLength > 4 || length > 8 || head.length < idLength + length) return undefined;
  let size = first & (2 ** (8 - length) - 1);
  for (const byte of head.subarray(idLength + 1, idLength + length)) size = size * 256 + byte;
  const from = at + idLength + length;
  const isUnknown = size >= 2 ** (7 * length) - 1;
  return { end: isUnknown ? undefined : from + size };
}

/** The first frame may say how many bytes all of them have. */
function mp3Damage(file: Bytes): Damage {
  const start = afterTag(file, 0);
  const head = file.read(start, 256);
  const note = Math.max(head.indexOf('Xing'), head.indexOf('Info'));
  if (note <= 0 || note >= 64) return undefined;
  const [flags, first] = [head.readUInt32BE(note + 4), note + 8];
  const stated = (flags & 2) === 0 ? 0 : head.readUInt32BE(first + ((flags & 1) === 0 ? 0 : 4));
  return start + stated > file.size ? CUT : undefined;
}
