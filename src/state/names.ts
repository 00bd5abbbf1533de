// Every name that the state has on disk. Imports nothing, so that plugins can take it before they
// load anything else.

/** Folder of the local state, below the root. Ignored by git. */
export const STATE_FOLDER = '.locale-sync';

/** The committed lock, below the root. */
export const LOCK_FILE = 'locale-sync.lock';

/** Folders in the local state. '.' is the state folder itself. */
export const STATE_DIRECTORIES = ['.', 'lock', 'memory', 'running', 'tmp'] as const;

export type StateDirectory = (typeof STATE_DIRECTORIES)[number];

/** Files in the local state, by their paths below it. */
export const STATE_FILES = {
  snapshot: 'index',
  /** What the last run found in each file. */
  files: 'files',
  /** Hash of the lock that the last complete run left. */
  knownLock: 'lock/known',
  /** Exists while files and lock may not agree. */
  writing: 'lock/writing',
  /** What the service last said that names stand for. */
  names: 'names.json',
} as const;

/**
 * Temporary files lie beside their target, with this prefix, where the state folder cannot be used.
 */
export const SIBLING = { prefix: `${STATE_FOLDER}-`, suffix: '.tmp' } as const;
