import { contentHash } from '../state/index.js';
import { EngineError } from './errors.js';
import { createRealPaths } from './scan-links.js';

/** Name of the committed lock, below the root. */
export const LOCK_FILE = 'locale-sync.lock';

/** The lock as it stands on the disk; undefined where there is none. @throws EngineError 'lock-unusable' */
export function readLockFile(
  root: string,
  read: (path: string) => Buffer | undefined,
): Buffer | undefined {
  const paths = createRealPaths(root);
  const entry = paths.entry(LOCK_FILE);
  const real = paths.resolve(LOCK_FILE, entry);
  if (!real.ok) throw unusable(real.reason);
  if (entry === 'folder') throw unusable('is a folder');
  if (entry === 'other') throw unusable('is no regular file');
  try {
    return read(LOCK_FILE);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw unusable(`cannot be read (${error.message})`, error);
  }
}

/** What `writeFileAtomic` expects of a lock that was read. */
export function lockHashOf(bytes: Buffer | undefined): string {
  return bytes === undefined ? 'absent' : contentHash(bytes);
}

function unusable(reason: string, cause?: unknown): EngineError {
  const hint =
    'Restore the file from version control, or move it out of the way: without a lock, translations found in the files are kept as they are.';
  return new EngineError('lock-unusable', `${LOCK_FILE} ${reason}`, hint, cause);
}
