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

// Remembers how the last complete run in this checkout left the lock. A lock with other bytes may
// be older than the files. Then a text that it does not have may be machine text, and no proposal
// is paid for.

/** `contentHash` of the lock, plus its stamp if that was reliable at once. */
type Note = readonly [hash: string, stamp?: StampRow];

/**
 * Whether the lock is as the last complete run here left it. Then a text that differs from it was
 * changed since that run.
 * @param hash `lockHashOf` the lock
 */
export function isKnownLock(state: string, hash: string): boolean {
  return readNote(state)?.[0] === hash;
}

/**
 * `contentHash` of a lock that is as a run here left it, judged by reliable times, so that it need
 * not be hashed.
 * @param stamp of the lock when it was read
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
 * @param hash `contentHash` of the lock
 * @param stamp of the lock if it is one file
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
    // If this run is killed before the lock is written, its texts look like human text.
  }
}

/** Notes that the lock and the files agree again. Never throws. */
export function noteWritten(state: string): void {
  if (leadsOutside(state, 'lock') === undefined) removeQuietly(join(state, STATE_FILES.writing));
}

/**
 * Removes the note about pushed changes, which the lock now contains. Otherwise a checkout could
 * restore the lock that the note belongs to. Never throws.
 */
export function forgetPushed(state: string): void {
  if (leadsOutside(state, '.') === undefined) removeQuietly(join(state, STATE_FILES.pushed));
}

/**
 * Whether a run ended after it wrote files and before it wrote the lock. Then a text that the lock
 * does not have may be machine text.
 */
export function wasWriting(state: string): boolean {
  return existsSync(join(state, STATE_FILES.writing));
}

function note(state: string, file: string, content: string): void {
  ensureStateDirectory(state, 'lock');
  replaceStateFile(join(state, file), content);
}
