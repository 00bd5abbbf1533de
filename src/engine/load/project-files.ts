/** Name of the committed lock, below the root. */
export const LOCK_FILE = 'locale-sync.lock';

/** Name of the local state folder, below the root. */
export const STATE_FOLDER = '.locale-sync';
