// Every name of the state on disk. Imports nothing, so that plugins can load it first.

/** Folder of the local state, in the project root. Git ignores it. */
export const STATE_FOLDER = '.locale-sync';

/** The committed lock, in the project root. */
export const LOCK_FILE = 'locale-sync.lock';

/** Folder of the lock's files for single folders (`locks: per-folder`). */
export const LOCKS_FOLDER = 'locale-sync.locks';

/** The committed archive of human texts whose keys are gone, in the project root. */
export const ARCHIVE_FILE = 'locale-sync.archive';

/** The committed suggestions and questions about texts, in the project root. */
export const COMMENTS_FILE = 'locale-sync.comments';

/** The committed files in the project root that are sets of lines. */
export const LINE_SETS: readonly string[] = [LOCK_FILE, ARCHIVE_FILE, COMMENTS_FILE];

/** Folders of the local state. '.' is the state folder itself. */
export const STATE_DIRECTORIES = ['.', 'jobs', 'ledger', 'memory', 'running', 'tmp'] as const;

export type StateDirectory = (typeof STATE_DIRECTORIES)[number];

/** Files of the local state. Paths are relative to the state folder. */
export const STATE_FILES = {
  // The parts of the ledger (`LedgerPart`).
  sync: 'ledger/sync',
  look: 'ledger/look',
  files: 'ledger/files',
  notes: 'ledger/notes',
  /** Results of the last extraction, per file of code. */
  code: 'code',
  /** Who decided about a text, in lines as of `COMMENTS_FILE`. */
  decisions: 'decisions',
  /** One line per run that sent something. */
  runs: 'runs',
} as const;

/** Names of temporary files beside their target, used if the state folder is unusable. */
export const SIBLING = { prefix: `${STATE_FOLDER}-`, suffix: '.tmp' } as const;
