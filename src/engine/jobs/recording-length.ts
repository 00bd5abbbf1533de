import { closeSync, fstatSync, readSync } from 'node:fs';
import { parseFile, UnexpectedFileContentError } from 'music-metadata';
import { openRegularFile } from '../../disk/index.js';
import { CUT, type FileCost } from './cost.js';

/**
 * Reads how long a recording is, by which the service bills it, and whether it is one at all. A file
 * whose type is known but which is odd in other ways stays a recording: the service decides. No
 * minutes: the file does not say.
 */
export async function recordingLength(path: string): Promise<FileCost> {
  const file = openRegularFile(path);
  let isShort: boolean;
  let isOpenBox: boolean;
  try {
    const { size } = fstatSync(file);
    const head = Buffer.alloc(HEAD_BYTES);
    const stated = statedBytes(head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0)));
    isShort = stated < UNKNOWN && stated > size + FEW_BYTES;
    isOpenBox = endsInBox(file, size);
  } finally {
    closeSync(file);
  }
  if (isShort) return { flaw: CUT };
  try {
    const options = { duration: true, skipCovers: true, skipPostHeaders: true };
    const { format } = await parseFile(path, options);
    const { container, duration } = format;
    if (container === undefined) return { flaw: 'is damaged, or is not a recording' };
    // Without samples there is nothing to bill; a file that was cut off has a header without them.
    const isKnown = duration !== undefined && Number.isFinite(duration) && duration > 0;
    // Every part of this format says how long it is so far.
    if (!isKnown && container === 'Ogg') return { flaw: CUT };
    return { minutes: isKnown ? Math.ceil(duration / 0.6) / 100 : undefined };
  } catch (error) {
    const isCut =
      error instanceof UnexpectedFileContentError
        ? error.fileType === 'MP4' && isOpenBox
        : error instanceof RangeError ||
          (error instanceof Error && error.name === 'EndOfStreamError');
    return { flaw: isCut ? CUT : undefined };
  }
}

const HEAD_BYTES = 65_536;
/** Sizes from here on are those of streams, whose length was not known. */
const UNKNOWN = 0x7fff_0000;
/** Bytes by which encoders are wrong about the size. */
const FEW_BYTES = 4096;

/** The fewest bytes that a file has, by its head; 0: it does not say. */
function statedBytes(head: Buffer): number {
  const start = head.toString('latin1', 0, 4);
  if (start === 'RIFF' && head.length >= 8) return 8 + head.readUInt32LE(4);
  if (start === 'fLaC' && head.length >= 42) {
    const samples = head.readUInt32BE(22);
    return (samples / Math.max(1, head.readUInt16BE(10))) * head.readUIntBE(12, 3);
  }
  if (start === '\x1aE\xdf\xa3') {
    const segment = head.indexOf('18538067', 0, 'hex');
    // A size of eight bytes, as nearly all programs write it.
    const isStated = segment !== -1 && head[segment + 4] === 1 && head.length >= segment + 12;
    return isStated ? segment + 12 + head.readUIntBE(segment + 6, 6) : 0;
  }
  const at = Math.max(head.indexOf('Xing'), head.indexOf('Info'));
  const flags = at === -1 || head.length < at + 16 ? 0 : head.readUInt32BE(at + 4);
  const isMp3 = start.startsWith('ID3') || (head[0] === 0xff && (head[1] ?? 0) >= 0xe0);
  return isMp3 && flags < 16 && (flags & 2) > 0 ? head.readUInt32BE(at + 8 + (flags & 1) * 4) : 0;
}

/** Whether an MP4 file ends inside one of its boxes, each of which begins with its size. */
function endsInBox(file: number, size: number): boolean {
  const head = Buffer.alloc(16);
  let end = 0;
  while (end < size) {
    if (readSync(file, head, 0, 16, end) < 8) return false;
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    // 0: up to the end of the file. Less than its own head: no box.
    if (length < 8) return false;
    end += length;
  }
  return end > size;
}
