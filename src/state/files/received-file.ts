import { closeSync, fstatSync, ftruncateSync, openSync, readSync, renameSync } from 'node:fs';
import type { FileReceiver } from '../../model/index.js';
import { partOf, put, settled } from './durable-file.js';
import { removeQuietly } from './directory.js';

// Files that the service returns only once. Between the last byte and the note that the file is
// complete there is a single system call on an open file, because renaming may wait for the disk
// and for other writers. So the note is appended to the file, and removed after the file has its
// name.

/** Marks a complete file, followed by its length. */
const WHOLE = Buffer.from('\0whole:9f3c1d7ab8e24065\0');
const LENGTH_DIGITS = 16;
const NOTE_BYTES = WHOLE.length + LENGTH_DIGITS;

/**
 * Receives a file. A killed process leaves it under its name or a partial file's name, complete or
 * not (`takeReceived`).
 * @param receive writes the content; it fails if the content is incomplete
 * @throws Error of the file system, and errors of `receive`
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
  /** Why writing failed: the sender's error may have another reason. */
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
 * Completes what a killed process received: if it is complete, gives it its name.
 * @param found its path, or that of its partial file
 * @returns whether it is complete, which is certain for a file under its own name
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

/** Undefined if there is no note. */
function wholeLength(file: number): number | undefined {
  const { size } = fstatSync(file);
  if (size < NOTE_BYTES) return undefined;
  const note = Buffer.alloc(NOTE_BYTES);
  readSync(file, note, 0, NOTE_BYTES, size - NOTE_BYTES);
  const length = Number(note.toString('latin1', WHOLE.length));
  const isWhole = note.subarray(0, WHOLE.length).equals(WHOLE) && length === size - NOTE_BYTES;
  return isWhole ? length : undefined;
}
