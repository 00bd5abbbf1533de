import { LOCK_FILE, readLockFile } from '../state/index.js';
import { EngineError } from './errors.js';

/** The lock's bytes; undefined where there is none. @throws EngineError 'lock-unusable' */
export function readLock(
  root: string,
  read: (path: string) => Buffer | undefined,
): Buffer | undefined {
  const file = readLockFile(root, read);
  if (file.ok) return file.bytes;
  const hint =
    'Restore the file from version control, or move it out of the way: without a lock, translations found in the files are kept as they are.';
  throw new EngineError('lock-unusable', `${LOCK_FILE} ${file.reason}`, hint, file.cause);
}
