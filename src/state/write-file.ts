import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { errno } from './directory.js';
import { realTarget, requireWritable, sameOrExpected } from './place.js';
import type { Place } from './place.js';
import { pathBeside, pathInState, removeFile, removeSiblings } from './temporary.js';
import { changed, explained, isFull, WriteError } from './write-error.js';

export interface WriteOptions {
  /** Absolute folder that the file, and where its links lead, must not leave. */
  readonly root: string;
  /** The local state folder (`.locale-sync`), absolute: temporary files are made below it, never beside catalogs. */
  readonly state: string;
  /** `contentHash` of what was read, or 'absent' where there was no file. Default: whatever is there is replaced. */
  readonly expect?: string;
  /**
   * What the file is sure to survive. 'power-loss' (default) waits for the disk, some milliseconds a file;
   * 'process-end' does not, and is as whole after a kill at any instant.
   */
  readonly durability?: 'power-loss' | 'process-end';
}

/** A file made ready: its bytes lie in the state folder, and the place they are for was looked at. */
export interface StagedFile {
  /**
   * Puts it in its place; once. What came there meanwhile is not replaced where `expect` was given.
   * @throws WriteError
   */
  commit(): 'written' | 'unchanged';
  /** The bytes, for one that could not be put in its place. Gone after `discard`. */
  content(): Buffer;
  /** Removes what is left in the state folder. Never throws. */
  discard(): void;
}

/**
 * Replaces a file as a whole, or leaves it as it was; equal content is never written. A new file keeps mode and
 * owner of the one it replaces, missing folders are made, and links inside the root are written through.
 * @throws WriteError
 */
export function writeFileAtomic(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions,
): 'written' | 'unchanged' {
  const staged = stageFile(path, content, options);
  try {
    return staged.commit();
  } finally {
    staged.discard();
  }
}

/** The slow part of `writeFileAtomic`; nothing changes in the project before `commit`. @throws WriteError */
export function stageFile(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions,
): StagedFile {
  return explained(path, () => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const target = realTarget(path, options.root);
    const before = statSync(target, { throwIfNoEntry: false });
    const { expect, state, durability = 'power-loss' } = options;
    if (sameOrExpected(target, before, { bytes, path, expect })) return unchanged(bytes);
    requireWritable(path, target, before);
    const place = { path, target, before, expect, durability };
    const file = fillInState(state, bytes, place);
    return file === undefined ? new LateFile(bytes, place) : new ReadyFile(file, place);
  });
}

function unchanged(bytes: Uint8Array): StagedFile {
  return {
    commit: () => 'unchanged',
    content: () => Buffer.from(bytes),
    discard: () => undefined,
  };
}

/** Undefined where the state folder cannot be used. */
function fillInState(state: string, bytes: Uint8Array, place: Place): string | undefined {
  let file: string | undefined;
  try {
    file = pathInState(state);
    fill(file, bytes, place);
    return file;
  } catch (error) {
    if (file !== undefined) removeFile(file);
    if (isFull(error)) throw error;
    return undefined;
  }
}

function putting(place: Place, put: () => void): 'written' {
  return explained(place.path, () => {
    try {
      put();
    } catch (error) {
      if (errno(error) !== 'ENOENT') throw error;
      mkdirSync(dirname(place.target), { recursive: true });
      put();
    }
    return 'written';
  });
}

class ReadyFile implements StagedFile {
  readonly #file: string;
  readonly #place: Place;
  /** The file is still in the state folder. */
  #isLeft = true;

  constructor(file: string, place: Place) {
    this.#file = file;
    this.#place = place;
  }

  commit(): 'written' {
    return putting(this.#place, () => {
      try {
        settle(this.#file, this.#place);
        this.#isLeft = false;
      } catch (error) {
        // The state folder is on another file system than the file.
        if (error instanceof WriteError || isFull(error)) throw error;
        placeBeside(readFileSync(this.#file), this.#place);
      }
    });
  }

  content(): Buffer {
    return readFileSync(this.#file);
  }

  discard(): void {
    if (this.#isLeft) removeFile(this.#file);
  }
}

/** Where the state folder cannot be used: made beside its target, and only when it is put there. */
class LateFile implements StagedFile {
  readonly #bytes: Uint8Array;
  readonly #place: Place;

  constructor(bytes: Uint8Array, place: Place) {
    this.#bytes = bytes;
    this.#place = place;
  }

  commit(): 'written' {
    return putting(this.#place, () => placeBeside(this.#bytes, this.#place));
  }

  content(): Buffer {
    return Buffer.from(this.#bytes);
  }

  discard(): void {
    // Nothing was left anywhere.
  }
}

function placeBeside(bytes: Uint8Array, place: Place): void {
  const folder = dirname(place.target);
  removeSiblings(folder);
  const file = pathBeside(folder);
  try {
    fill(file, bytes, place);
    settle(file, place);
  } finally {
    removeFile(file);
  }
}

function fill(file: string, bytes: Uint8Array, { before: like, durability }: Place): void {
  const descriptor = openSync(file, 'wx', 0o666);
  try {
    writeFileSync(descriptor, bytes);
    if (like !== undefined) {
      fchmodSync(descriptor, like.mode & 0o7777);
      keepOwner(descriptor, like);
    }
    if (durability === 'power-loss') fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** In a container that runs as root, the user's files must not become root's. */
function keepOwner(descriptor: number, { uid, gid }: Stats): void {
  if (process.getuid?.() !== 0) return;
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // Some file systems know no owners.
  }
}

/** Moves the filled file to its place, unless the place changed since it was looked at. */
function settle(file: string, { target, before, path, expect }: Place): void {
  if (expect !== undefined && before === undefined) {
    linkNew(file, target, path);
    return;
  }
  const now = statSync(target, { throwIfNoEntry: false });
  const same =
    now?.ino === before?.ino && now?.size === before?.size && now?.mtimeMs === before?.mtimeMs;
  if (expect !== undefined && !same) throw changed(path);
  renameSync(file, target);
}

/** A link, unlike a rename, fails where someone else made the file meanwhile. */
function linkNew(file: string, target: string, path: string): void {
  try {
    linkSync(file, target);
    removeFile(file);
  } catch (error) {
    const code = errno(error);
    if (code === 'EEXIST') throw changed(path);
    if (code === 'EXDEV' || code === 'ENOENT') throw error;
    // No hard links on this file system.
    if (statSync(target, { throwIfNoEntry: false }) !== undefined) throw changed(path);
    renameSync(file, target);
  }
}
