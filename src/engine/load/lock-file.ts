import { join } from 'node:path';
import {
  isKnownLock,
  LOCK_FILE,
  lockHashOf,
  madeLock,
  parseLock,
  readCommittedFile,
  STATE_FOLDER,
  wasWriting,
} from '../../state/index.js';
import type { Facts, ParsedLock } from '../../state/index.js';
import { EngineError } from '../errors.js';
import type { Inputs } from './inputs.js';

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
  const bytes = readLock(root, (path) => inputs.read(path));
  const text = bytes?.toString() ?? '';
  const state = join(root, STATE_FOLDER);
  const lockHash = lockHashOf(bytes);
  const lockIsKnown = isKnownLock(state, lockHash);
  return {
    lock:
      lockIsKnown && previousFacts === undefined ? madeLock(text) : parseLock(text, previousFacts),
    lockHash,
    lockIsKnown,
    wasWriting: wasWriting(state),
  };
}

/** The lock's bytes; undefined if there is no lock. @throws EngineError 'lock-unusable' */
export function readLock(
  root: string,
  read: (path: string) => Buffer | undefined,
): Buffer | undefined {
  const file = readCommittedFile(root, LOCK_FILE, read);
  if (file.ok) return file.bytes;
  const hint =
    'Restore the file from version control, or move it out of the way: without a lock, translations found in the files are kept as they are.';
  throw new EngineError('lock-unusable', `${LOCK_FILE} ${file.reason}`, hint, file.cause);
}
