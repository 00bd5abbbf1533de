import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { STATE_FILES } from '../names.js';
import { isSameStamp } from '../snapshot/stamp.js';
import type { Stamp } from '../snapshot/stamp.js';
import { rowOf, stampOfRow } from '../snapshot/stamp-row.js';
import type { StampRow } from '../snapshot/stamp-row.js';
import {
  ensureStateDirectory,
  leadsOutside,
  readStateFile,
  removeQuietly,
  replaceStateFile,
} from './directory.js';

// Remembers how the last complete run in this working copy left the lock. A lock with other bytes
// may be older than the files beside it. Then a text that it does not know may be a machine's, and
// the tool does not pay for a translation on that guess.

/** The note: `contentHash` of the lock, and its stamp where that could be trusted at once. */
type Note = readonly [hash: string, stamp?: StampRow];

/**
 * True if the lock is as the last complete run here left it. Then a text that differs from it was
 * changed since that run.
 * @param hash `lockHashOf` it
 */
export function isKnownLock(state: string, hash: string): boolean {
  return readNote(state)?.[0] === hash;
}

/**
 * `contentHash` of a lock that is as a run here left it, by times that can be trusted: then it need
 * not be hashed.
 * @param stamp of the lock, as it was read
 */
export function knownLockHash(state: string, stamp: Stamp | undefined): string | undefined {
  if (stamp?.kind !== 'file' || stamp.hash !== undefined) return undefined;
  const [hash, row] = readNote(state) ?? [];
  return row !== undefined && isSameStamp(stamp, stampOfRow(stamp.path, row)) ? hash : undefined;
}

function readNote(state: string): Note | undefined {
  try {
    return JSON.parse(readStateFile(join(state, STATE_FILES.knownLock)).toString()) as Note;
  } catch {
    return undefined;
  }
}

/**
 * Remembers the lock as a run left it. Never throws: an unknown lock is only trusted less.
 * @param hash `contentHash` of it
 * @param stamp of it, where it is one file
 */
export function noteLock(state: string, hash: string, stamp?: Stamp): void {
  const isSure = stamp !== undefined && stamp.hash === undefined;
  const content: Note = isSure ? [hash, rowOf(stamp)] : [hash];
  try {
    note(state, STATE_FILES.knownLock, JSON.stringify(content));
  } catch {
    // The next run treats the lock as on a fresh checkout.
  }
}

/** Notes that files are about to change before the lock does. Never throws. */
export function noteWriting(state: string): void {
  try {
    note(state, STATE_FILES.writing, '');
  } catch {
    // If this run is killed before the lock is written, its texts look like a person's.
  }
}

/** Notes that the lock and the files agree again. Never throws. */
export function noteWritten(state: string): void {
  if (leadsOutside(state, 'lock') === undefined) removeQuietly(join(state, STATE_FILES.writing));
}

/**
 * What was pushed is in the lock now. The note must not outlive it: a checkout may bring back the
 * lock that it was made beside. Never throws.
 */
export function forgetPushed(state: string): void {
  if (leadsOutside(state, '.') === undefined) removeQuietly(join(state, STATE_FILES.pushed));
}

/**
 * True if a run ended after it wrote files and before it wrote the lock. Then a text that the lock
 * does not know may be a machine's.
 */
export function wasWriting(state: string): boolean {
  return existsSync(join(state, STATE_FILES.writing));
}

function note(state: string, file: string, content: string): void {
  ensureStateDirectory(state, 'lock');
  replaceStateFile(join(state, file), content);
}
