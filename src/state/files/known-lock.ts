import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '../hash.js';
import { STATE_FILES } from '../names.js';
import {
  ensureStateDirectory,
  leadsOutside,
  readStateFile,
  removeQuietly,
  replaceStateFile,
} from './directory.js';

// Which lock the last complete run in this working copy left. A lock with other bytes may be older
// than the files beside it: then a text that it does not know need not be a person's, and no
// translation is paid for on that guess.

/**
 * True if the lock is as the last run here left it, so that whatever differs from it was changed
 * since.
 */
export function isKnownLock(state: string, text: string): boolean {
  try {
    return readStateFile(join(state, STATE_FILES.knownLock)).toString() === contentHash(text);
  } catch {
    return false;
  }
}

/**
 * Remembers the lock that a run left. Never throws: a lock that nobody knows is only treated with
 * more doubt.
 */
export function noteLock(state: string, text: string): void {
  try {
    note(state, STATE_FILES.knownLock, contentHash(text));
  } catch {
    // As on a fresh checkout.
  }
}

/** Notes that files are about to change before the lock does. Never throws. */
export function noteWriting(state: string): void {
  try {
    note(state, STATE_FILES.writing, '');
  } catch {
    // If this run is killed meanwhile, its texts look like a person's.
  }
}

/** Notes that the lock and the files agree again. Never throws. */
export function noteWritten(state: string): void {
  if (leadsOutside(state, 'lock') === undefined) removeQuietly(join(state, STATE_FILES.writing));
}

/**
 * True if a run ended between writing files and the lock: a text unknown to the lock may be a
 * machine's.
 */
export function wasWriting(state: string): boolean {
  return existsSync(join(state, STATE_FILES.writing));
}

function note(state: string, file: string, content: string): void {
  ensureStateDirectory(state, 'lock');
  replaceStateFile(join(state, file), content);
}
