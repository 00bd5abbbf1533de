import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  ensureStateDirectory,
  leadsOutside,
  readStateFile,
  removeQuietly,
  replaceStateFile,
} from './directory.js';
import { contentHash } from './hash.js';

// Which lock the last complete run in this working copy left. A lock with other bytes may be older than the files
// beside it: then a text that it does not know need not be a person's, and nothing is paid for on that guess.

const FOLDER = 'lock';
const FILE = 'known';
const WRITING = 'writing';

/** True when the lock is as the last run here left it, so that what differs from it was changed since. */
export function isKnownLock(state: string, text: string): boolean {
  try {
    return readStateFile(join(state, FOLDER, FILE)).toString() === contentHash(text);
  } catch {
    return false;
  }
}

/** Remembers the lock that a run left. Never throws: without it nothing is paid for that could be avoided. */
export function noteLock(state: string, text: string): void {
  try {
    replaceStateFile(join(ensureStateDirectory(state, FOLDER), FILE), contentHash(text));
  } catch {
    // As on a fresh checkout.
  }
}

/** Says that files are about to change before the lock does. Never throws. */
export function noteWriting(state: string): void {
  try {
    replaceStateFile(join(ensureStateDirectory(state, FOLDER), WRITING), '');
  } catch {
    // Then a run that is killed meanwhile leaves texts that look like a person's.
  }
}

/** The lock says again what is in the files. */
export function noteWritten(state: string): void {
  if (leadsOutside(state, FOLDER) === undefined) removeQuietly(join(state, FOLDER, WRITING));
}

/** True when a run ended between writing files and the lock: a text that the lock does not know may be a machine's. */
export function wasWriting(state: string): boolean {
  return existsSync(join(state, FOLDER, WRITING));
}
