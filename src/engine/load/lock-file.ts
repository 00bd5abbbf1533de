import { join } from 'node:path';
import type { ResolvedConfig } from '../../config/resolved.js';
import {
  combineLocks,
  contentHash,
  folderLockPaths,
  isKnownLock,
  knownLockHash,
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
import { Inputs } from './inputs.js';

export interface LoadedLock {
  readonly lock: ParsedLock;
  /** Of the lock's bytes, or 'absent'. */
  readonly lockHash: string;
  /** The lock is as the last complete run here left it. */
  readonly lockIsKnown: boolean;
  /** An earlier run ended between writing files and the lock. */
  readonly wasWriting: boolean;
  /** The files of a lock that is, or is to be, several; undefined: it is one. */
  readonly lockFiles: LockFiles | undefined;
}

/** The files of one lock, as they were read. */
export interface LockFiles {
  /** `lockHashOf` each, by path; those that are not there are left out, but for the root's. */
  readonly hashes: ReadonlyMap<string, string>;
  /** The file that a unit was read from. */
  readonly places: ReadonlyMap<string, string>;
  /** Whether facts go to the lock of their folder. Else all go to the root's. */
  readonly isPerFolder: boolean;
}

type LockConfig = Pick<ResolvedConfig, 'root' | 'locks'>;

/** @throws EngineError 'lock-unusable' */
export function loadLock(
  config: LockConfig,
  inputs: Inputs,
  previousFacts: Facts | undefined,
): LoadedLock {
  const { root, locks } = config;
  if (locks === 'per-folder' || folderLockPaths(root).length > 0) {
    return loadLocks(config, inputs, previousFacts);
  }
  const bytes = readLock(root, (path) => inputs.read(path));
  const text = bytes?.toString() ?? '';
  const state = join(root, STATE_FOLDER);
  const lockHash = knownLockHash(state, inputs.stampOf(LOCK_FILE)) ?? lockHashOf(bytes);
  const lockIsKnown = isKnownLock(state, lockHash);
  return {
    lock:
      lockIsKnown && previousFacts === undefined ? madeLock(text) : parseLock(text, previousFacts),
    lockHash,
    lockIsKnown,
    wasWriting: wasWriting(state),
    lockFiles: undefined,
  };
}

/** Of several files; they are known as one by what they say together. */
function loadLocks(
  config: LockConfig,
  inputs: Inputs,
  previousFacts: Facts | undefined,
): LoadedLock {
  const { root } = config;
  const read = readLocks(config, (path) => inputs.read(path), previousFacts);
  const state = join(root, STATE_FOLDER);
  const lockIsKnown = isKnownLock(state, read.lockHash);
  return { ...read, lockIsKnown, wasWriting: wasWriting(state) };
}

/** @throws EngineError 'lock-unusable' */
export function readLocks(
  { root, locks }: LockConfig,
  read: (path: string) => Buffer | undefined,
  previousFacts: Facts | undefined,
): Pick<LoadedLock, 'lock' | 'lockHash' | 'lockFiles'> {
  const paths = [LOCK_FILE, ...folderLockPaths(root)];
  const files = paths.map((path) => ({ path, bytes: readLock(root, read, path) }));
  const texts = files.map(({ path, bytes }) => ({ path, text: bytes?.toString() ?? '' }));
  const { lock, places } = combineLocks(texts, previousFacts);
  const hashes = new Map(files.map(({ path, bytes }) => [path, lockHashOf(bytes)]));
  const isPerFolder = locks === 'per-folder';
  return { lock, lockHash: contentHash(lock.text), lockFiles: { hashes, places, isPerFolder } };
}

/** The lock alone, for a run that looks at no target. @throws EngineError 'lock-unusable' */
export function lockOf(config: LockConfig): LoadedLock & { readonly inputs: Inputs } {
  const inputs = new Inputs(config.root);
  return { ...loadLock(config, inputs, undefined), inputs };
}

/** The lock's bytes; undefined if there is no lock. @throws EngineError 'lock-unusable' */
export function readLock(
  root: string,
  read: (path: string) => Buffer | undefined,
  path = LOCK_FILE,
): Buffer | undefined {
  const file = readCommittedFile(root, path, read);
  if (file.ok) return file.bytes;
  const hint =
    'Restore the file from version control, or move it out of the way: without a lock, translations found in the files are kept as they are.';
  throw new EngineError('lock-unusable', `${path} ${file.reason}`, hint, file.cause);
}
