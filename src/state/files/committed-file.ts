import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { specialKind, errno, systemFailure } from '../../disk/index.js';
import { contentHash } from '../../lock/index.js';
import { isInside } from './directory.js';

/**
 * The bytes of the lock or of the archive (undefined if there is none), or why it cannot be used: a
 * phrase that continues a sentence about the file.
 */
export type CommittedFile =
  | { readonly ok: true; readonly bytes: Buffer | undefined }
  | { readonly ok: false; readonly reason: string; readonly cause?: unknown };

/**
 * @param name of a committed file in the root
 * @param read reads a file by its path relative to the root; undefined if it does not exist
 */
export function readCommittedFile(
  root: string,
  name: string,
  read: (path: string) => Buffer | undefined,
): CommittedFile {
  const refusal = refusalOf(root, name);
  if (refusal !== undefined) return { ok: false, reason: refusal };
  try {
    return { ok: true, bytes: read(name) };
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    return {
      ok: false,
      reason: `cannot be read: ${systemFailure(cause, 'it', 'read').why}`,
      cause,
    };
  }
}

/** `expect` of `writeFileAtomic`, for a file that was read. */
export function lockHashOf(bytes: Buffer | undefined): string {
  return bytes === undefined ? 'absent' : contentHash(bytes);
}

function refusalOf(root: string, name: string): string | undefined {
  const path = join(root, name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'is a folder';
  if (!stats.isSymbolicLink()) return `is ${specialKind(path) ?? 'gone'}, not a regular file`;
  try {
    if (isInside(realpathSync(root), realpathSync(path))) return undefined;
    return 'leads outside the root through a symbolic link';
  } catch (error) {
    if (errno(error) === 'ENOENT') return 'is a broken symbolic link';
    return `cannot be read: ${systemFailure(error, 'it', 'read').why}`;
  }
}
