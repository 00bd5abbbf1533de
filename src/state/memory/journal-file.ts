import { closeSync, constants, fstatSync, lstatSync, readSync, writeSync } from 'node:fs';
import { openRegularFile, requireRegularFile } from '../../disk/index.js';
import { HEADER } from './record.js';

/** Bytes read at once. The buffer grows for a longer line. */
const READ_SIZE = 1 << 16;
const NEWLINE = 10;
/** A link in a hostile repository must not turn an append into a write elsewhere. */
const links = 'refuse';
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;

/** Identifies the content of a journal: a journal only grows, or another file replaces it. */
export interface JournalState {
  readonly inode: number;
  readonly size: number;
}

/**
 * Undefined if there is no file.
 * @throws Error of the file system, or if the path is not a file
 */
export function stateOf(path: string): JournalState | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats !== undefined) requireRegularFile(path, stats);
  return stats === undefined ? undefined : { inode: stats.ino, size: stats.size };
}

/**
 * Reads whole lines from an offset to the end, as Latin-1 with one character per byte, because few
 * texts are ever decoded. A last line without a newline is left out: another process may still be
 * writing it.
 * @param visit receives many lines at once, each with its newline
 * @returns the offset after the last whole line
 * @throws Error of the file system
 */
export function readLines(path: string, from: number, visit: (lines: string) => void): number {
  const file = openRegularFile(path, { links });
  try {
    let offset = from;
    let buffer = Buffer.allocUnsafeSlow(Math.min(READ_SIZE, fstatSync(file).size - from + 1));
    for (;;) {
      const length = readSync(file, buffer, 0, buffer.length, offset);
      const used = buffer.subarray(0, length).lastIndexOf(NEWLINE) + 1;
      if (used > 0) visit(buffer.toString('latin1', 0, used));
      offset += used;
      if (length < buffer.length) return offset;
      if (used === 0) buffer = Buffer.allocUnsafeSlow(buffer.length * 2);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Creates the file if it does not exist, which tests that it can be written.
 * @throws Error of the file system
 */
export function touch(path: string): void {
  closeSync(openRegularFile(path, { flags: APPEND, links }));
}

/** Appends a batch in a single write. @throws Error of the file system */
export function appendBatch(path: string, batch: string): void {
  const file = openRegularFile(path, { flags: APPEND, links });
  try {
    const bytes = Buffer.from(fstatSync(file).size === 0 ? HEADER + batch : batch);
    // A short write is repeated, not continued: another process may have written in between.
    if (writeSync(file, bytes) < bytes.length && writeSync(file, bytes) < bytes.length) {
      throw new Error('ENOSPC: the write was cut short');
    }
  } finally {
    closeSync(file);
  }
}

/** The file of a target: lower case, without characters that some file systems reject. */
export function fileFor(target: string): string {
  const name = target
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  return `${name.slice(0, 100)}.log`;
}
