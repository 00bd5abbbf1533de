import { parseFile } from 'music-metadata';

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
    // Without samples there is nothing to bill; a file that was cut off has a header without them.
    const isKnown = duration !== undefined && Number.isFinite(duration) && duration > 0;
    return { minutes: isKnown ? Math.ceil(duration / 0.6) / 100 : undefined, flaw: undefined };
  } catch (error) {
    const isCut = error instanceof Error && CUT_OFF.test(`${error.name} ${error.message}`);
    return { minutes: undefined, flaw: isCut ? 'is damaged: its end is missing' : undefined };
  }
}

/** What the reader says of a file that ends before its header says. */
const CUT_OFF = /EndOfStream|exceeds remaining bytes/i;
