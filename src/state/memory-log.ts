import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { KeyIndex } from './key-index.js';
import {
  formatBatch,
  HEADER,
  KEY_LENGTH,
  KEY_START,
  recordKey,
  recordText,
  statedVersion,
  visitLines,
} from './memory-record.js';
import type { MemoryEntry } from './memory-record.js';

/** Bytes read at once; a record longer than this makes it grow. */
const READ_SIZE = 1 << 20;
/** Bytes of most records or more: makes a good guess of how many there are. */
const USUAL_RECORD = 100;
const MAX_GENERATIONS = 100;
/** A committed link must not turn an append into a write elsewhere; 0 where the system has no such flag. */
const NO_FOLLOW = (constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NO_FOLLOW;

interface Chunk {
  /** Position of the first byte among all chunks. */
  readonly start: number;
  readonly bytes: Buffer;
}

/** One file of the memory. Every method may throw errors of the file system. */
export class MemoryLog {
  readonly path: string;
  /** Lines that were no sound records, so far. */
  damaged = 0;
  #records = 0;
  #chunks: Chunk[] = [];
  /** Batches that are not in the index yet: while answers are kept, the next requests wait, and nobody asks. */
  #learned: Buffer[] = [];
  readonly #positions = new KeyIndex(KEY_LENGTH, (...key) => this.#isAt(...key));
  #length = 0;
  /** Offset in the file up to which it was read, and the file it was (a compaction replaces it). */
  #offset = 0;
  #inode = 0;

  constructor(path: string) {
    this.path = path;
  }

  get size(): number {
    this.#takeLearned();
    return this.#positions.size;
  }

  /** Sound records read, repeated keys included. */
  get records(): number {
    this.#takeLearned();
    return this.#records;
  }

  get(key: string): string | undefined {
    this.#takeLearned();
    const bytes = Buffer.from(key);
    const position = bytes.length === KEY_LENGTH ? this.#positions.get(bytes, 0) : undefined;
    return position === undefined ? undefined : this.#entryAt(position)[1];
  }

  /** Reads what was appended since; everything, the first time and after the file was replaced. */
  refresh(): void {
    this.#takeLearned();
    const stats = lstatSync(this.path, { throwIfNoEntry: false });
    if (stats?.isFile() === false) throw new Error(`${this.path} is not a file`);
    if (stats === undefined) return;
    if (stats.ino !== this.#inode || stats.size < this.#offset) {
      this.#offset = 0;
      this.#records = 0;
      this.damaged = 0;
    }
    this.#inode = stats.ino;
    if (stats.size === this.#offset) return;
    const file = openSync(this.path, 'r');
    try {
      this.#positions.reserve(this.size + Math.ceil((stats.size - this.#offset) / USUAL_RECORD));
      this.#readFrom(file);
    } finally {
      closeSync(file);
    }
  }

  /** Makes entries known here, whatever becomes of the disk. Returns what `append` writes. */
  learn(entries: readonly MemoryEntry[]): Buffer {
    const batch = formatBatch(entries);
    this.#learned.push(batch);
    return batch;
  }

  /** Makes the file where there is none, and shows that it can be written. */
  make(): void {
    closeSync(openSync(this.path, APPEND, 0o644));
  }

  /** Appends a batch with one write. */
  append(batch: Buffer): void {
    const file = openSync(this.path, APPEND, 0o644);
    try {
      const before = fstatSync(file);
      const bytes = before.size === 0 ? Buffer.concat([Buffer.from(HEADER), batch]) : batch;
      // A short write is not continued but repeated: another process may have written in between.
      if (writeSync(file, bytes) < bytes.length) writeAll(file, bytes);
      const after = fstatSync(file);
      const nothingElse = after.size === before.size + bytes.length;
      const known =
        before.size === this.#offset && (before.ino === this.#inode || before.size === 0);
      if (known && nothingElse) {
        this.#offset = after.size;
        this.#inode = after.ino;
      }
    } finally {
      closeSync(file);
    }
  }

  /** Keys with their texts, in no order. */
  *entries(): Generator<MemoryEntry> {
    this.#takeLearned();
    for (const position of this.#positions.positions()) yield this.#entryAt(position);
  }

  #readFrom(file: number): void {
    let size = READ_SIZE;
    for (;;) {
      const buffer = Buffer.allocUnsafeSlow(size);
      const length = readSync(file, buffer, 0, size, this.#offset);
      const used = this.#take(buffer.subarray(0, length));
      this.#offset += used;
      if (length < size) return;
      // Not even one whole line: a record that is longer than the buffer.
      size = used === 0 ? size * 2 : READ_SIZE;
    }
  }

  #takeLearned(): void {
    if (this.#learned.length === 0) return;
    const learned = this.#learned;
    this.#learned = [];
    for (const batch of learned) this.#take(batch);
  }

  #take(bytes: Buffer): number {
    const start = this.#length;
    // Known before its lines are: keys that repeat within it are compared in it.
    this.#chunks.push({ start, bytes });
    const used = visitLines(bytes, {
      record: (offset) => {
        this.#records += 1;
        this.#positions.set(bytes, offset + KEY_START, start + offset);
      },
      damaged: () => (this.damaged += 1),
    });
    if (used === 0) this.#chunks.pop();
    this.#length = start + used;
    return used;
  }

  #entryAt(position: number): MemoryEntry {
    const { start, bytes } = this.#chunkAt(position);
    return [recordKey(bytes, position - start), recordText(bytes, position - start)];
  }

  #isAt(position: number, key: Uint8Array, at: number): boolean {
    const { start, bytes } = this.#chunkAt(position);
    const other = position - start + KEY_START;
    for (let i = 0; i < KEY_LENGTH; i += 1) if (key[at + i] !== bytes[other + i]) return false;
    return true;
  }

  #chunkAt(position: number): Chunk {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#chunks[middle]?.start ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return this.#chunks[low] ?? { start: 0, bytes: Buffer.alloc(0) };
  }
}

function writeAll(file: number, bytes: Buffer): void {
  const written = writeSync(file, bytes);
  if (written < bytes.length) throw new Error('ENOSPC: the write was cut short');
}

export interface ChosenLog {
  readonly path: string;
  /** Versions of files that were passed over, with their paths. */
  readonly skipped: readonly { readonly path: string; readonly version: string }[];
}

/**
 * The file for a target: the first of `de.log`, `de.1.log`, … that no other version of the tool wrote.
 * Letter case and characters that file systems dislike are evened out.
 */
export function chooseLog(folder: string, target: string): ChosenLog {
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
  throw new Error(`${folder} holds only files of other versions for ${target}`);
}

function versionOf(path: string): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(64);
    readSync(file, start, 0, start.length, 0);
    return statedVersion(start);
  } finally {
    closeSync(file);
  }
}
