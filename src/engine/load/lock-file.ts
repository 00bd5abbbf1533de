import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import type { Problem } from '../../model/index.js';
import {
  combineLocks,
  contentHash,
  LOCK_FILE,
  LOCKS_FOLDER,
  parseLock,
  STATE_FOLDER,
} from '../../lock/index.js';
import { folderLockPaths, lockHashOf, readCommittedFile, readNotes } from '../../state/index.js';
import type { ParsedLock } from '../../lock/index.js';
import { EngineError } from '../errors.js';
import { git, linesOf } from '../git.js';
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
export function loadLock(config: LockConfig, inputs: Inputs): LoadedLock {
  const read = readLock(config, (path) => inputs.read(path));
  const notes = readNotes(join(config.root, STATE_FOLDER));
  // A split lock is known by its combined facts.
  const lockIsKnown = notes.lock === read.lockHash;
  return { ...read, lockIsKnown, wasWriting: notes.isWriting === true };
}

/** @throws EngineError 'lock-unusable' */
export function readLock(
  { root, locks }: LockConfig,
  read: (path: string) => Buffer | undefined,
): Pick<LoadedLock, 'lock' | 'lockHash' | 'lockFiles'> {
  const folders = folderLockPaths(root);
  const paths = [LOCK_FILE, ...folders];
  const files = paths.map((path) => ({ path, bytes: bytesOf(root, path, read) }));
  const texts = files.map(({ path, bytes }) => ({ path, text: bytes?.toString() ?? '' }));
  const isPerFolder = locks === 'per-folder';
  if (!isPerFolder && folders.length === 0) {
    const lock = parseLock(texts[0]?.text ?? '');
    return { lock, lockHash: lockHashOf(files[0]?.bytes), lockFiles: undefined };
  }
  const { lock, places } = combineLocks(texts);
  const hashes = new Map(files.map(({ path, bytes }) => [path, lockHashOf(bytes)]));
  return { lock, lockHash: contentHash(lock.text), lockFiles: { hashes, places, isPerFolder } };
}

/**
 * A warning if there is no lock, or an empty one, although git's last commit has it: somebody, or a
 * tool, removed it. Asks git only then.
 */
export async function missingLock(
  root: string,
  { lock, lockFiles }: LoadedLock,
): Promise<readonly Problem[]> {
  const isHere =
    lockFiles === undefined
      ? lock.text !== ''
      : [...lockFiles.hashes.values()].some((hash) => hash !== 'absent');
  if (isHere || !isInRepository(root)) return [];
  // None without a commit.
  const list = ['ls-tree', '-r', '--name-only', 'HEAD', LOCK_FILE, `${LOCKS_FOLDER}/`];
  const committed = linesOf(await git(root, list));
  if (committed.length === 0) return [];
  const paths = [...new Set(committed.map((path) => path.replace(/\/.*/, '')))].join(' ');
  const message = `The lock is missing, but the last commit has it. Without it, all translations count as written by people, and outdated ones are not found. Restore it: git checkout HEAD -- ${paths}. If it is to go, commit its removal.`;
  return [{ code: 'lock-missing', severity: 'warning', message, file: LOCK_FILE }];
}

/** Saves starting git in folders without a repository. */
function isInRepository(folder: string): boolean {
  return (
    existsSync(join(folder, '.git')) ||
    (dirname(folder) !== folder && isInRepository(dirname(folder)))
  );
}

/** Only the lock, for a run that compares no target. @throws EngineError 'lock-unusable' */
export function lockOf(config: LockConfig): LoadedLock & { readonly inputs: Inputs } {
  const inputs = new Inputs(config.root);
  return { ...loadLock(config, inputs), inputs };
}

/** The bytes of a lock file; undefined if it does not exist. @throws EngineError 'lock-unusable' */
function bytesOf(
  root: string,
  path: string,
  read: (path: string) => Buffer | undefined,
): Buffer | undefined {
  const file = readCommittedFile(root, path, read);
  if (file.ok) return file.bytes;
  const hint =
    'Restore the file from version control, or move it away: without a lock, translations in the files are kept as they are.';
  throw new EngineError('lock-unusable', `${path} ${file.reason}`, hint, file.cause);
}
