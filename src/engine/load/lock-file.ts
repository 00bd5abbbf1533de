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
  /** Hash of the lock's bytes, or 'absent'. */
  readonly lockHash: string;
  /** Whether the lock is as the last complete run here left it. */
  readonly lockIsKnown: boolean;
  /** Whether an earlier run ended after writing files but before writing the lock. */
  readonly wasWriting: boolean;
  /** The lock's files if it is, or is to be, split into several; otherwise undefined. */
  readonly lockFiles: LockFiles | undefined;
}

/** The files of a split lock, as read. */
export interface LockFiles {
  /** `lockHashOf` each file, by path. Missing files are left out, except the root's. */
  readonly hashes: ReadonlyMap<string, string>;
  /** The file that each unit was read from. */
  readonly places: ReadonlyMap<string, string>;
  /** Whether facts are written to the lock of their folder; otherwise all go to the root's. */
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

/** Reads a lock of several files. Whether they are known depends on their combined facts. */
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

/** Only the lock, for a run that compares no target. @throws EngineError 'lock-unusable' */
export function lockOf(config: LockConfig): LoadedLock & { readonly inputs: Inputs } {
  const inputs = new Inputs(config.root);
  return { ...loadLock(config, inputs, undefined), inputs };
}

/** The lock's bytes; undefined if it does not exist. @throws EngineError 'lock-unusable' */
export function readLock(
  root: string,
  read: (path: string) => Buffer | undefined,
  path = LOCK_FILE,
): Buffer | undefined {
  const file = readCommittedFile(root, path, read);
  if (file.ok) return file.bytes;
  const hint =
    'Restore the file from version control, or move it away: without a lock, translations in the files are kept as they are.';
  throw new EngineError('lock-unusable', `${path} ${file.reason}`, hint, file.cause);
}
