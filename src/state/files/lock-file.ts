import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { specialKind } from '../../disk/regular-file.js';
import { contentHash } from '../hash.js';
import { LOCK_FILE } from '../names.js';
import { errno, isInside, reason } from './directory.js';

/**
 * The lock's bytes (undefined if there is no lock), or why it cannot be used: a phrase that
 * continues a sentence about the lock.
 */
export type LockFile =
  | { readonly ok: true; readonly bytes: Buffer | undefined }
  | { readonly ok: false; readonly reason: string; readonly cause?: unknown };

/** @param read reads a file by its path relative to the root; undefined if there is none */
export function readLockFile(root: string, read: (path: string) => Buffer | undefined): LockFile {
  const refusal = refusalOf(root);
  if (refusal !== undefined) return { ok: false, reason: refusal };
  try {
    return { ok: true, bytes: read(LOCK_FILE) };
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    return { ok: false, reason: `cannot be read (${cause.message})`, cause };
  }
}

/** `expect` of `writeFileAtomic`, for a lock that was read. */
export function lockHashOf(bytes: Buffer | undefined): string {
  return bytes === undefined ? 'absent' : contentHash(bytes);
}

function refusalOf(root: string): string | undefined {
  const path = join(root, LOCK_FILE);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'is a folder';
  if (!stats.isSymbolicLink()) return `is ${specialKind(path) ?? 'gone'}, not a regular file`;
  try {
    if (isInside(realpathSync(root), realpathSync(path))) return undefined;
    return 'leads out of the root through a symbolic link';
  } catch (error) {
    const code = errno(error);
    return code === 'ENOENT'
      ? 'is a symbolic link to nothing'
      : `cannot be read (${code === '' ? reason(error) : code})`;
  }
}
