// Every name that the state has on disk. Imports nothing, so that plugins can load it first.

/** Folder of the local state, in the project root. Git ignores it. */
export const STATE_FOLDER = '.locale-sync';

/** The committed lock, in the project root. */
export const LOCK_FILE = 'locale-sync.lock';

/** Where the lock's files are that hold the facts of one folder each (`locks: per-folder`). */
export const LOCKS_FOLDER = 'locale-sync.locks';

/** The committed archive of texts of people whose keys are gone, in the project root. */
export const ARCHIVE_FILE = 'locale-sync.archive';

/** Folders of the local state. '.' is the state folder itself. */
export const STATE_DIRECTORIES = ['.', 'jobs', 'lock', 'memory', 'running', 'tmp'] as const;

export type StateDirectory = (typeof STATE_DIRECTORIES)[number];

/** Files of the local state. Paths are relative to the state folder. */
export const STATE_FILES = {
  snapshot: 'index',
  /** What the last look found. */
  look: 'look',
  /** What the last run found in each file. */
  files: 'files',
  /** Hash of the lock as the last complete run left it. */
  knownLock: 'lock/known',
  /** Exists while the files and the lock may disagree. */
  writing: 'lock/writing',
  /** Ids and versions behind names, as the service last gave them. */
  names: 'names.json',
  /** What was brought to the service since the lock was last written. */
  pushed: 'pushed.json',
  /** Which process serves the review page. */
  review: 'review',
  /** What the last extraction found in each file of code. */
  code: 'code',
  /** A line per run that sent something. */
  runs: 'runs',
} as const;

/** Names of temporary files beside their target, for when the state folder cannot be used. */
export const SIBLING = { prefix: `${STATE_FOLDER}-`, suffix: '.tmp' } as const;
