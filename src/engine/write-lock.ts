import { join } from 'node:path';
import { LocaleSyncError } from '../model/index.js';
import type { Problem } from '../model/index.js';
import {
  formatLock,
  LOCK_FILE,
  lockHashOf,
  mergeFacts,
  noteLock,
  noteWritten,
  parseLock,
  quickHash,
  readStamped,
  STATE_FOLDER,
  WriteError,
  writeFileAtomic,
} from '../state/index.js';
import type { Facts } from '../state/index.js';
import { isConfirmed } from './accept.js';
import type { Job } from './job.js';
import { readLock } from './lock-file.js';
import type { Reading, Work } from './work.js';

/** How often a lock that others change meanwhile is read again before it is left as it is. */
const ATTEMPTS = 3;

/** True when the run looked at everything that the lock may speak of. */
export function isComplete({ selection, broken }: Pick<Reading, 'selection' | 'broken'>): boolean {
  const narrowed = selection.locales !== undefined || selection.files !== undefined;
  return broken.length === 0 && !narrowed;
}

/**
 * The lock says what is true now. One that changed during the run, such as by a merge, is read again, and what it says
 * now is kept. A lock of a newer version stays as it is.
 */
export function writeLock(
  reading: Reading,
  { jobs }: Work,
  finish: () => Facts,
): readonly Problem[] {
  const { config, lock, wasWriting } = reading;
  const state = join(config.root, STATE_FOLDER);
  if (!lock.writable) {
    noteWritten(state);
    return [];
  }
  const own = finish();
  // A project without a single translation needs no lock yet.
  if (own.size === 0 && lock.facts.size === 0) {
    noteWritten(state);
    return [];
  }
  const problems = insist(reading, own, jobs);
  if (problems.length === 0 && (isComplete(reading) || !wasWriting)) noteWritten(state);
  return problems;
}

function insist(reading: Reading, own: Facts, jobs: readonly Job[]): readonly Problem[] {
  const { root } = reading.config;
  const state = join(root, STATE_FOLDER);
  let facts = own;
  let expect = reading.lockHash;
  for (let tries = 1; ; tries += 1) {
    const text = formatLock(facts);
    try {
      writeFileAtomic(join(root, LOCK_FILE), text, { root, state, expect });
      if (facts === own) noteOwn(reading, text);
      return [];
    } catch (error) {
      if (!(error instanceof WriteError)) throw error;
      const fresh = tries < ATTEMPTS ? readAgain(reading, error) : undefined;
      if (fresh === undefined) return [lockProblem(error)];
      if (!fresh.lock.writable) {
        return fresh.lock.problems.map((problem) => ({ ...problem, file: LOCK_FILE }));
      }
      const wrote = writtenBy(jobs);
      facts = mergeFacts({ before: reading.lock.facts, own, onDisk: fresh.lock.facts, wrote });
      expect = fresh.hash;
    }
  }
}

/** Of a lock that holds what others wrote meanwhile, the run has not seen all that it speaks of. */
function noteOwn(reading: Reading, text: string): void {
  const { config, lockIsKnown, inputs } = reading;
  // What a narrowed run did not look at may still be newer than an old lock.
  if (isComplete(reading) || lockIsKnown) noteLock(join(config.root, STATE_FOLDER), text);
  inputs.written(LOCK_FILE, quickHash(Buffer.from(text)));
}

function readAgain(
  { config, lock }: Reading,
  { code }: WriteError,
): { readonly lock: Reading['lock']; readonly hash: string } | undefined {
  if (code !== 'changed-on-disk') return undefined;
  try {
    const bytes = readLock(config.root, (path) => readStamped(join(config.root, path)).content);
    return { lock: parseLock(bytes?.toString() ?? '', lock.facts), hash: lockHashOf(bytes) };
  } catch (error) {
    if (error instanceof LocaleSyncError) return undefined;
    throw error;
  }
}

/** Locales by unit. */
function writtenBy(jobs: readonly Job[]): ReadonlyMap<string, ReadonlySet<string>> {
  const written = new Map<string, Set<string>>();
  for (const job of jobs) {
    if (!(job.action === 'propose' ? isConfirmed(job) : job.done)) continue;
    const { unit, diff } = job;
    const locales = written.get(unit.id) ?? new Set<string>();
    written.set(unit.id, locales.add(diff.target.locale));
  }
  return written;
}

function lockProblem({ code, explanation }: WriteError): Problem {
  return {
    code: code === 'changed-on-disk' ? 'changed-on-disk' : 'write-failed',
    severity: 'error',
    file: LOCK_FILE,
    message: explanation,
  };
}
