import { join } from 'node:path';
import { contentHash, isKnownLock, parseLock, wasWriting } from '../../state/index.js';
import type { Facts, ParsedLock } from '../../state/index.js';
import { EngineError } from '../errors.js';
import type { Inputs } from './inputs.js';
import { LOCK_FILE, STATE_FOLDER } from './project-files.js';
import { createRealPaths } from './scan/real-paths.js';

export interface LoadedLock {
  readonly lock: ParsedLock;
  /** Of the lock's bytes, or 'absent'. */
  readonly lockHash: string;
  /** The lock is as the last complete run here left it. */
  readonly lockIsKnown: boolean;
  /** An earlier run ended between writing files and the lock. */
  readonly wasWriting: boolean;
}

/** @throws EngineError 'lock-unusable' */
export function loadLock(
  root: string,
  inputs: Inputs,
  previousFacts: Facts | undefined,
): LoadedLock {
  const bytes = readLockFile(root, (path) => inputs.read(path));
  const text = bytes?.toString() ?? '';
  const state = join(root, STATE_FOLDER);
  return {
    lock: parseLock(text, previousFacts),
    lockHash: lockHashOf(bytes),
    lockIsKnown: isKnownLock(state, text),
    wasWriting: wasWriting(state),
  };
}

/** The lock's bytes; undefined if there is no lock. @throws EngineError 'lock-unusable' */
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
