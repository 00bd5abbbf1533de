import { closeSync, fstatSync, ftruncateSync, openSync, readSync, renameSync } from 'node:fs';
import type { FileReceiver } from '../../model/index.js';
import { partOf, put, settled } from './durable-file.js';
import { removeQuietly } from './directory.js';

// A service gives what is received here only once. Between its last byte and the note that it is
// whole there is one call of the system, on a file that is open: what names a file may wait for the
// disk, and for others who write. So the note is the end of the file, taken off once it has its name.

/** Ends what is whole, with its length behind it. */
const WHOLE = Buffer.from('\0whole:9f3c1d7ab8e24065\0');
const LENGTH_DIGITS = 16;
const NOTE_BYTES = WHOLE.length + LENGTH_DIGITS;

/**
 * Receives a file. A process that is killed leaves it under its name, under that of a part, or half
 * (`takeReceived`).
 * @param receive puts the content in its place; it fails where not all of it has come
 * @throws Error of the file system, and of `receive`
 */
export async function receiveDurable(
  path: string,
  receive: (place: FileReceiver) => Promise<void>,
): Promise<void> {
  const part = partOf(path);
  const file = openSync(part, 'a', 0o600);
  const place = new OpenPlace(file);
  try {
    await receive(place);
    renameSync(part, path);
    ftruncateSync(file, place.length);
  } catch (error) {
    removeQuietly(part);
    throw place.failure ?? error;
  } finally {
    closeSync(file);
  }
  await settled(path);
}

class OpenPlace implements FileReceiver {
  /** Bytes of the content. */
  length = 0;
  /** Why it could not be written: whoever brings the content may give another reason. */
  failure: unknown;
  readonly #file: number;

  constructor(file: number) {
    this.#file = file;
  }

  begin(): void {
    this.#try(() => ftruncateSync(this.#file));
    this.length = 0;
  }

  write(piece: Uint8Array): void {
    this.#try(() => put(this.#file, piece));
    this.length += piece.length;
  }

  end(): void {
    const length = String(this.length).padStart(LENGTH_DIGITS);
    this.#try(() => put(this.#file, Buffer.concat([WHOLE, Buffer.from(length)])));
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.failure ??= error;
      throw error;
    }
  }
}

/**
 * What a killed process received: gives it its name where it is whole.
 * @param found its path or that of its part
 * @returns whether it is whole, as what bears its name is
 * @throws Error of the file system
 */
export function takeReceived(path: string, found = path): boolean {
  const file = openSync(found, 'r+');
  try {
    const length = wholeLength(file);
    if (length === undefined) return found === path;
    if (found !== path) renameSync(found, path);
    ftruncateSync(file, length);
    return true;
  } finally {
    closeSync(file);
  }
}

/** Undefined: there is no note. */
function wholeLength(file: number): number | undefined {
  const { size } = fstatSync(file);
  if (size < NOTE_BYTES) return undefined;
  const note = Buffer.alloc(NOTE_BYTES);
  readSync(file, note, 0, NOTE_BYTES, size - NOTE_BYTES);
  const length = Number(note.toString('latin1', WHOLE.length));
  const isWhole = note.subarray(0, WHOLE.length).equals(WHOLE) && length === size - NOTE_BYTES;
  return isWhole ? length : undefined;
}
