import { closeSync, fstatSync, readSync } from 'node:fs';
import { parseFile, UnexpectedFileContentError } from 'music-metadata';
import { openRegularFile } from '../../disk/index.js';

/** A recording as its file describes it. */
export interface RecordingLength {
  /** A hundredth of a minute is the least that counts. Undefined: the file does not say. */
  readonly minutes: number | undefined;
  /** Why it is no recording, as the end of a sentence; undefined: it is one, or nobody knows. */
  readonly flaw: string | undefined;
}

/**
 * Reads how long a recording is, by which the service bills it, and whether it is one at all. A file
 * whose type is known but which is odd in other ways stays a recording: the service decides.
 */
export async function recordingLength(path: string): Promise<RecordingLength> {
  try {
    const options = { duration: true, skipCovers: true, skipPostHeaders: true };
    const { format } = await parseFile(path, options);
    const { container, duration } = format;
    if (container === undefined) {
      return { minutes: undefined, flaw: 'is damaged, or is not a recording' };
    }
    if (container === 'WAVE' && lacksSamples(path)) return { minutes: undefined, flaw: CUT };
    // Without samples there is nothing to bill; a file that was cut off has a header without them.
    const isKnown = duration !== undefined && Number.isFinite(duration) && duration > 0;
    return { minutes: isKnown ? Math.ceil(duration / 0.6) / 100 : undefined, flaw: undefined };
  } catch (error) {
    const isCut =
      error instanceof UnexpectedFileContentError
        ? error.fileType === 'MP4' && endsInBox(path)
        : error instanceof Error && error.name === 'EndOfStreamError';
    return { minutes: undefined, flaw: isCut ? CUT : undefined };
  }
}

const CUT = 'is damaged: its end is missing';
/** Sizes from here on are those of streams, whose length was not known. */
const UNKNOWN = 0x7fff_0000;
/** Bytes by which encoders are wrong about the size. */
const FEW_BYTES = 4096;

/** Whether a WAV file, which begins with its size, is shorter than that. */
function lacksSamples(path: string): boolean {
  const file = openRegularFile(path);
  try {
    const head = Buffer.alloc(8);
    readSync(file, head, 0, 8, 0);
    const length = head.readUInt32LE(4);
    return length < UNKNOWN && length > fstatSync(file).size + FEW_BYTES;
  } finally {
    closeSync(file);
  }
}

/** Whether an MP4 file ends inside one of its boxes, each of which begins with its size. */
function endsInBox(path: string): boolean {
  const file = openRegularFile(path);
  try {
    const { size } = fstatSync(file);
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
  } finally {
    closeSync(file);
  }
}
