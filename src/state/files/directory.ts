import {
  appendFileSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { readRegularFile, requireRegularFile } from '../../disk/index.js';
import type { StateDirectory } from '../../lock/index.js';

/** True if `path` is `root` or below it. Both are absolute and resolved. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Message of an error, such as `ENOSPC: no space left on device, write`. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Where a folder of the local state really is, if a link leads it out of the project ('nothing' for
 * a link to nothing). Undefined if no link does, or if there is no folder. A hostile repository
 * could commit such a link.
 */
export function leadsOutside(directory: string, name: StateDirectory): string | undefined {
  for (const folder of [directory, join(directory, name)]) {
    if (!isLink(folder)) continue;
    const target = realPath(folder);
    if (target === undefined) return 'nothing';
    if (!isInside(realpathSync.native(dirname(directory)), target)) return target;
  }
  return undefined;
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // If something is in the way, using the folder fails with a better error.
    return false;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

/**
 * Creates a folder of the local state, and keeps the whole state out of version control.
 * @throws Error of the file system, or if a link leads the folder out of the project: then nothing
 * is created
 */
export function ensureStateDirectory(directory: string, name: StateDirectory): string {
  const folder = join(directory, name);
  const outside = leadsOutside(directory, name);
  if (outside !== undefined) throw new Error(`${folder} leads outside the project, to ${outside}`);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const fresh = mkdirSync(directory, { recursive: true }) !== undefined;
    // The folder ignores itself, so users need not change their own .gitignore.
    if (fresh) writeFileSync(join(directory, '.gitignore'), '*\n');
    mkdirSync(folder, { recursive: true });
  }
  return folder;
}

/**
 * Reads a file of the local state. Does not follow a link, and does not wait for a pipe.
 * @throws Error of the file system, or if it is not a regular file
 */
export function readStateFile(file: string): Buffer {
  requireRegularFile(file, lstatSync(file));
  return readRegularFile(file);
}

/**
 * Replaces a file of the local state as a whole. A link in its place is replaced, not followed.
 * @throws Error of the file system
 */
export function replaceStateFile(file: string, content: string | readonly Uint8Array[]): void {
  const temporary = `${file}.${process.pid}`;
  removeQuietly(temporary);
  try {
    const handle = openSync(temporary, 'wx', 0o644);
    try {
      const pieces = typeof content === 'string' ? [content] : content;
      for (const piece of pieces) writeFileSync(handle, piece);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

/**
 * Appends to an existing file of the local state. Does not follow a link.
 * @throws Error of the file system, or if it is not a regular file
 */
export function appendStateFile(file: string, content: Uint8Array): void {
  requireRegularFile(file, lstatSync(file));
  appendFileSync(file, content);
}

/** Removes a temporary file or folder. Never throws: one that stays does no harm. */
export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    // Most are files, or already gone; the code that removes folders is loaded only if needed.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') removeFolderQuietly(path);
  }
}

function removeFolderQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The next run that cleans up finds it.
  }
}
