import { closeSync, constants, fstatSync, lstatSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile, requireRegularFile } from '../../disk/index.js';
import { HEADER, statedVersion } from './record.js';

/** Bytes read at once. The buffer grows for a longer line. */
const READ_SIZE = 1 << 16;
const NEWLINE = 10;
const MAX_GENERATIONS = 100;
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

export interface ChosenFile {
  readonly path: string;
  /** Files of other versions, which are left alone. */
  readonly skipped: readonly { readonly path: string; readonly version: string }[];
}

/**
 * The file for a target: the first of `de.log`, `de.1.log`, … that was not written by another
 * version of the tool. Names are lower case, without characters that some file systems reject.
 * @throws Error of the file system, or if there are too many such files
 */
export function chooseFile(folder: string, target: string): ChosenFile {
  const name = target
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
    .slice(0, 100);
  const skipped: { path: string; version: string }[] = [];
  for (let generation = 0; generation < MAX_GENERATIONS; generation += 1) {
    const path = join(folder, generation === 0 ? `${name}.log` : `${name}.${generation}.log`);
    const version = versionOf(path);
    if (version === undefined || HEADER.endsWith(` ${version}`)) return { path, skipped };
    skipped.push({ path, version });
  }
  throw new Error(`${folder} only contains files of other versions for ${target}`);
}

function versionOf(path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const file = openRegularFile(path);
  try {
    const start = Buffer.alloc(64);
    readSync(file, start, 0, start.length, 0);
    return statedVersion(start.toString('latin1'));
  } finally {
    closeSync(file);
  }
}
