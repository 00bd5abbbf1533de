import {
  mkdirSync,
  readFileSync,
  statSync,
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { quickHash } from '../../lock/index.js';
import { stampMarked, stampWritten, mark } from '../ledger/stamp.js';
import type { Mark, Stamp } from '../ledger/stamp.js';
import { errno, isFull } from '../../disk/index.js';
import { realTarget, requireWritable, sameOrExpected } from './place.js';
import type { Place } from './place.js';
import { withSpareHandle } from './spare-handle.js';
import { pathInState, removeFile, pathBeside, removeSiblings } from './temporary.js';
import { explained, WriteError, changed } from './write-error.js';

export interface WriteOptions {
  /** The project's folder, absolute. The file, with its links followed, must be below it. */
  readonly root: string;
  /** The local state folder, absolute. Holds the temporary files if it can be used. */
  readonly state: string;
  /**
   * `contentHash` of the expected current content; 'absent' if there was no file. Default: replace
   * any file.
   */
  readonly expect?: string;
  /**
   * What the new content survives. 'power-loss' (default) waits for the disk, a few milliseconds
   * per file; 'process-end' does not. In both cases a killed process leaves either the old or the
   * new content as a whole.
   */
  readonly durability?: 'power-loss' | 'process-end';
}

/** A prepared write: the target was checked, and the bytes are in the state folder. */
export interface StagedFile {
  /**
   * Moves the bytes to the target. Call it once. With `expect`, a file that has changed since is
   * not replaced.
   * @throws WriteError
   */
  commit(): 'written' | 'unchanged';
  /** The new file's stamp. Call it right after `commit`. */
  stamp(): Stamp;
  /** Removes the temporary file, if it is still there. Never throws. */
  discard(): void;
}

/**
 * Replaces a file as a whole, or leaves it unchanged. Equal content is not written. The new file
 * has the mode and owner of the old one. Missing folders are created, and links inside the root
 * are followed.
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

/**
 * The slow part of `writeFileAtomic`. Nothing changes in the project before `commit`.
 * @throws WriteError
 */
export function stageFile(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions,
): StagedFile {
  return explained(path, () => {
    const bytes = typeof content === 'string' ? bytesOf(content) : content;
    const target = realTarget(path, options.root);
    const before = statSync(target, { throwIfNoEntry: false });
    const { expect, state, durability = 'power-loss' } = options;
    if (sameOrExpected(target, before, { bytes, path, expect })) return unchanged(path, bytes);
    requireWritable(path, target, before);
    const place = { path, target, before, expect, durability };
    const filled = fillInState(state, bytes, place);
    return filled === undefined ? new LateFile(bytes, place) : new ReadyFile(filled, place);
  });
}

const encoder = new TextEncoder();

/**
 * A text as UTF-8. Most texts are ASCII: unlike `Buffer.from`, this does not count the bytes first,
 * which takes as long as writing them.
 */
export function bytesOf(text: string): Buffer {
  const room = Buffer.allocUnsafeSlow(text.length);
  return encoder.encodeInto(text, room).read === text.length ? room : Buffer.from(text);
}

function unchanged(path: string, bytes: Uint8Array): StagedFile {
  return {
    commit: () => 'unchanged',
    stamp: () => stampWritten(path, quickHash(bytes)),
    discard: () => undefined,
  };
}

/** A temporary file in the state folder. */
interface Filled {
  readonly file: string;
  readonly own: Mark;
}

/**
 * Undefined if the state folder is unusable. If its disk is full, the target's disk may not be, or
 * may have room by the time of `commit`.
 */
function fillInState(state: string, bytes: Uint8Array, place: Place): Filled | undefined {
  let file: string | undefined;
  try {
    return withSpareHandle(() => {
      file = pathInState(state);
      return { file, own: fill(file, bytes, place) };
    });
  } catch {
    if (file !== undefined) removeFile(file);
    return undefined;
  }
}

/** Puts the file in place, and creates its folder if that is missing. */
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
  #own: Mark;
  /** True while the file is in the state folder. */
  #isLeft = true;

  constructor({ file, own }: Filled, place: Place) {
    this.#file = file;
    this.#own = own;
    this.#place = place;
  }

  commit(): 'written' {
    return putting(this.#place, () => {
      try {
        moveInto(this.#file, this.#place);
        this.#isLeft = false;
      } catch (error) {
        // The state folder may be on another file system than the target.
        if (error instanceof WriteError || isFull(error)) throw error;
        this.#own = placeBeside(readFileSync(this.#file), this.#place);
      }
    });
  }

  stamp(): Stamp {
    return stampMarked(this.#place.path, this.#own);
  }

  discard(): void {
    if (this.#isLeft) removeFile(this.#file);
  }
}

/** Used if the state folder is unusable: the bytes stay in memory until `commit`. */
class LateFile implements StagedFile {
  readonly #bytes: Uint8Array;
  readonly #place: Place;
  #own: Mark | undefined;

  constructor(bytes: Uint8Array, place: Place) {
    this.#bytes = bytes;
    this.#place = place;
  }

  commit(): 'written' {
    return putting(this.#place, () => {
      this.#own = placeBeside(this.#bytes, this.#place);
    });
  }

  stamp(): Stamp {
    return stampMarked(this.#place.path, this.#own ?? quickHash(this.#bytes));
  }

  discard(): void {
    // Nothing is on the disk.
  }
}

/** Writes a temporary file beside the target, and renames it to the target. */
function placeBeside(bytes: Uint8Array, place: Place): Mark {
  const folder = dirname(place.target);
  removeSiblings(folder);
  const file = pathBeside(folder);
  try {
    const own = fill(file, bytes, place);
    moveInto(file, place);
    return own;
  } finally {
    removeFile(file);
  }
}

/** Creates a temporary file with the mode and owner of the file that it will replace. */
function fill(file: string, bytes: Uint8Array, { before: like, durability }: Place): Mark {
  const descriptor = openSync(file, 'wx', 0o666);
  try {
    writeFileSync(descriptor, bytes);
    if (like !== undefined) {
      fchmodSync(descriptor, like.mode & 0o7777);
      keepOwner(descriptor, like);
    }
    const own = mark(descriptor, bytes);
    if (durability === 'power-loss') fsyncSync(descriptor);
    return own;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Keeps the owner: if the tool runs as root in a container, the user's files must not become
 * root's.
 */
function keepOwner(descriptor: number, { uid, gid }: Stats): void {
  if (process.getuid?.() !== 0) return;
  try {
    fchownSync(descriptor, uid, gid);
  } catch {
    // Some file systems have no owners.
  }
}

/**
 * Moves a temporary file to its target.
 * @throws WriteError if the target has changed since the write was prepared
 */
function moveInto(file: string, { target, before, path, expect }: Place): void {
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

/** Unlike a rename, a hard link fails if someone else has created the file in the meantime. */
function linkNew(file: string, target: string, path: string): void {
  try {
    linkSync(file, target);
    removeFile(file);
  } catch (error) {
    const code = errno(error);
    if (code === 'EEXIST') throw changed(path);
    if (code === 'EXDEV' || code === 'ENOENT') throw error;
    // The file system has no hard links.
    if (statSync(target, { throwIfNoEntry: false }) !== undefined) throw changed(path);
    renameSync(file, target);
  }
}
