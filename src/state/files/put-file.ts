import {
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import { errno } from '../../disk/index.js';
import { mark } from '../ledger/stamp.js';
import type { Mark } from '../ledger/stamp.js';
import type { Place } from './place.js';
import { pathBeside, removeFile, removeSiblings } from './temporary.js';
import { changed } from './write-error.js';

/** Writes a temporary file beside the target, and renames it to the target. */
export function placeBeside(bytes: Uint8Array, place: Place): Mark {
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
export function fill(file: string, bytes: Uint8Array, { before: like, durability }: Place): Mark {
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
export function moveInto(file: string, { target, before, path, expect }: Place): void {
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
