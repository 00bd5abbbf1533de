import {
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { StateDirectory } from '../names.js';

/** True when `path` is `root` or lies below it. Both absolute and resolved. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** Message of a failed system call without its stack: `ENOSPC: no space left on device, write`. */
export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Code of a failed system call, '' for anything else. */
export function errno(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/**
 * Where a link leads a folder of the local state out of the project. Undefined where none does,
 * whether or not the folder exists. A hostile repository could commit such links.
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
    // Whatever is in the way there fails by itself.
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
 * Makes a folder of the local state and keeps all of the state out of version control.
 * @throws Error of the file system, or when a link leads the folder out of the project: nothing is
 * made then
 */
export function ensureStateDirectory(directory: string, name: StateDirectory): string {
  const folder = join(directory, name);
  const outside = leadsOutside(directory, name);
  if (outside !== undefined) throw new Error(`${folder} leads out of the project, to ${outside}`);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const fresh = mkdirSync(directory, { recursive: true }) !== undefined;
    // A project that ignores the folder by itself needs no help from the user's .gitignore.
    if (fresh) writeFileSync(join(directory, '.gitignore'), '*\n');
    mkdirSync(folder, { recursive: true });
  }
  return folder;
}

/**
 * Reads a file of the local state. A link is not followed, and no pipe is waited for.
 * @throws Error
 */
export function readStateFile(file: string): Buffer {
  if (!lstatSync(file).isFile()) throw new Error(`${file} is not a regular file`);
  return readFileSync(file);
}

/**
 * Replaces a file of the local state as a whole. A link in its place is replaced, not followed.
 * @throws Error
 */
export function replaceStateFile(file: string, content: string): void {
  const temporary = `${file}.${process.pid}`;
  removeQuietly(temporary);
  try {
    writeFileSync(temporary, content, { flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

/** Removes a temporary file or folder. Never throws: one that cannot be removed does no harm. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It is found again by the next run that cleans up.
  }
}
