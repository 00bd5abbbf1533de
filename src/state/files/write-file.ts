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
import { stampWritten } from '../ledger/stamp.js';
import type { Stamp } from '../ledger/stamp.js';
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

/** The same for a file that the run's answer depends on: returns its stamp. @throws WriteError */
export function writeStamped(
  path: string,
  content: string | Uint8Array,
  options: WriteOptions,
): Stamp {
  const staged = stageFile(path, content, options);
  try {
    staged.commit();
    return staged.stamp();
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
    return new FilledFile(bytes, { path, target, before, expect, durability }, state);
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

/** New content of a file, in a temporary file of the state folder. */
class FilledFile implements StagedFile {
  readonly #place: Place;
  readonly #hash: string;
  /** Undefined if there is none, or none any more. */
  #file: string | undefined;
  /**
   * Set if the state folder is unusable. If its disk is full, the target's disk may not be, or may
   * have room by the time of `commit`.
   */
  readonly #bytes: Uint8Array | undefined;

  constructor(bytes: Uint8Array, place: Place, state: string) {
    this.#place = place;
    this.#hash = quickHash(bytes);
    try {
      withSpareHandle(() => {
        this.#file = pathInState(state);
        fill(this.#file, bytes, place);
      });
    } catch {
      this.discard();
      this.#bytes = bytes;
    }
  }

  commit(): 'written' {
    return putting(this.#place, () => {
      const file = this.#file;
      if (this.#bytes !== undefined) placeBeside(this.#bytes, this.#place);
      else if (file === undefined) throw new TypeError('commit() is called once');
      else {
        try {
          moveInto(file, this.#place);
          this.#file = undefined;
        } catch (error) {
          // The state folder may be on another file system than the target.
          if (error instanceof WriteError || isFull(error)) throw error;
          placeBeside(readFileSync(file), this.#place);
        }
      }
    });
  }

  stamp(): Stamp {
    return stampWritten(this.#place.path, this.#hash);
  }

  discard(): void {
    if (this.#file !== undefined) removeFile(this.#file);
    this.#file = undefined;
  }
}

/** Writes a temporary file beside the target, and renames it to the target. */
function placeBeside(bytes: Uint8Array, place: Place): void {
  const folder = dirname(place.target);
  removeSiblings(folder);
  const file = pathBeside(folder);
  try {
    fill(file, bytes, place);
    moveInto(file, place);
  } finally {
    removeFile(file);
  }
}

/** Creates a temporary file with the mode and owner of the file that it will replace. */
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
