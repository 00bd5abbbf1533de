import { join } from 'node:path';
import { LocaleSyncError } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import {
  bytesOf,
  contentHash,
  forgetPushed,
  formatLock,
  LOCK_FILE,
  lockHashOf,
  mergeApplied,
  mergeFacts,
  mergeSettled,
  noteLock,
  noteWritten,
  parseLock,
  readStamped,
  updateLock,
  stageFile,
  WriteError,
} from '../../state/index.js';
import type { Expected, Fact, Facts, ParsedLock, Stamp } from '../../state/index.js';
import { readLock, readLocks } from '../load/index.js';
import type { Inputs, LockFiles } from '../load/index.js';
import { putFiles } from './lock-files.js';
import type { LockFilesContext } from './lock-files.js';
import type { Change } from '../changes/types.js';
import type { LockText } from '../records/index.js';

export interface LockContext {
  readonly root: string;
  /** Absolute folder of the local state. */
  readonly state: string;
  readonly inputs: Inputs;
  readonly lock: ParsedLock;
  /** Of the lock's bytes as they were read, or 'absent'. */
  readonly lockHash: string;
  readonly lockIsKnown: boolean;
  /** An earlier run ended between writing files and the lock. */
  readonly wasWriting: boolean;
  /** The run looked at everything that the lock may speak of. */
  readonly isComplete: boolean;
  /** The files of a lock that is several. */
  readonly lockFiles?: LockFiles | undefined;
  readonly sourceOf?: LockFilesContext['sourceOf'];
  /** Lines of settled findings. Default: those of the lock. */
  readonly settled?: string;
  /** Lines of glossary files. Default: those of the lock. */
  readonly applied?: string;
}

/** How often a lock that others change meanwhile is read again before it is left as it is. */
const ATTEMPTS = 3;

export interface LockAfter {
  /** What went wrong. */
  readonly problems: readonly Problem[];
  /** The lock that the run wrote; undefined where it may be another, or none. */
  readonly left: LockText | undefined;
}

/** Facts of units that changed, by unit; none: the unit goes. */
export type LockChanges = ReadonlyMap<string, readonly Fact[]>;

/**
 * The lock says what is true now. One that changed during the run, such as by a merge, is read
 * again, and what it says now is kept. A lock of a newer version stays as it is.
 * @param wrote changes whose text the run put into a file; only another lock asks for them
 */
export function writeLock(
  changes: LockChanges,
  wrote: () => readonly Change[],
  context: LockContext,
): LockAfter {
  const { lock, state, isComplete, wasWriting } = context;
  const { settled = lock.settled, applied = lock.applied } = context;
  const isEmpty = changes.size === 0 && lock.isEmpty;
  const hasHead = [settled, lock.settled, applied, lock.applied].some((lines) => lines !== '');
  // A project without a single translation needs no lock yet.
  if (!lock.writable || (isEmpty && !hasHead)) {
    noteWritten(state);
    return { problems: [], left: undefined };
  }
  const after = insist(changes, wrote, context);
  if (after.problems.length === 0 && (isComplete || !wasWriting)) noteWritten(state);
  if (after.problems.length === 0 && applied !== lock.applied) forgetPushed(state);
  return after;
}

function insist(
  changes: LockChanges,
  wrote: () => readonly Change[],
  context: LockContext,
): LockAfter {
  const { lock, settled = lock.settled, applied = lock.applied } = context;
  let text = updateLock(lock, changes, settled, applied);
  let expect = text === lock.text ? context.lockHash : expectedLock(context);
  let held: Pick<LockContext, 'lockFiles'> = context;
  for (let tries = 1; ; tries += 1) {
    try {
      const { lockFiles } = held;
      const bytes = bytesOf(text);
      const stamps =
        lockFiles === undefined
          ? [put(bytes, expect, context)]
          : putFiles(text, { ...context, lockFiles });
      // Of one that holds what others wrote meanwhile, the run has not seen all that it speaks of.
      const left = tries === 1 ? { text, hash: contentHash(bytes) } : undefined;
      if (left !== undefined) noteOwn(left, stamps, context);
      return { problems: [], left };
    } catch (error) {
      if (!(error instanceof WriteError)) throw error;
      const fresh = tries < ATTEMPTS ? readAgain(error, context) : undefined;
      if (fresh === undefined) return { problems: [lockProblem(error)], left: undefined };
      if (!fresh.lock.writable) {
        const problems = fresh.lock.problems.map((problem) => ({ file: LOCK_FILE, ...problem }));
        return { problems, left: undefined };
      }
      const own = withChanges(lock.facts, changes);
      const onDisk = fresh.lock.facts;
      const locales = writtenLocales(wrote());
      const facts = mergeFacts({ before: lock.facts, own, onDisk, wrote: locales });
      const lines = { before: lock.settled, own: settled, onDisk: fresh.lock.settled };
      const terms = { before: lock.applied, own: applied, onDisk: fresh.lock.applied };
      text = formatLock(facts, mergeSettled(lines), mergeApplied(terms));
      expect = fresh.hash;
      held = fresh;
    }
  }
}

/** By times that can be trusted, a large lock that gets other bytes need not be read once more. */
function expectedLock({ lockHash, lockFiles, inputs, root }: LockContext): Expected {
  const stamp = lockFiles === undefined ? inputs.stampOf(join(root, LOCK_FILE)) : undefined;
  return stamp?.kind === 'file' && stamp.hash === undefined ? stamp : lockHash;
}

/** @throws WriteError */
function put(bytes: Buffer, expect: Expected, { root, state }: LockContext): Stamp {
  const staged = stageFile(join(root, LOCK_FILE), bytes, { root, state, expect });
  try {
    staged.commit();
    return staged.stamp();
  } finally {
    staged.discard();
  }
}

function withChanges(facts: Facts, changes: LockChanges): Facts {
  const all = new Map([...facts, ...changes]);
  for (const [id, own] of changes) if (own.length === 0) all.delete(id);
  return all;
}

function noteOwn(
  { hash }: LockText,
  stamps: readonly Stamp[],
  { isComplete, lockIsKnown, state, inputs, lockFiles }: LockContext,
): void {
  // What a narrowed run did not look at may still be newer than an old lock.
  if (isComplete || lockIsKnown)
    noteLock(state, hash, lockFiles === undefined ? stamps[0] : undefined);
  for (const stamp of stamps) inputs.written(stamp);
}

function readAgain(
  { code }: WriteError,
  { root, lock, lockFiles }: LockContext,
): (Pick<LockContext, 'lock' | 'lockFiles'> & { readonly hash: string }) | undefined {
  if (code !== 'changed-on-disk') return undefined;
  const read = (path: string): Buffer | undefined => readStamped(join(root, path)).content;
  try {
    if (lockFiles !== undefined) {
      const locks = lockFiles.isPerFolder ? 'per-folder' : 'one';
      const again = readLocks({ root, locks }, read, lock.facts);
      return { ...again, hash: again.lockHash };
    }
    const bytes = readLock(root, read);
    const hash = lockHashOf(bytes);
    return { lock: parseLock(bytes?.toString() ?? '', lock.facts), hash, lockFiles };
  } catch (error) {
    if (error instanceof LocaleSyncError) return undefined;
    throw error;
  }
}

/** Locales by unit. */
function writtenLocales(wrote: readonly Change[]): ReadonlyMap<string, ReadonlySet<string>> {
  const written = new Map<string, Set<string>>();
  for (const { unit, file } of wrote) {
    const locales = written.get(unit.source.id) ?? new Set<string>();
    written.set(unit.source.id, locales.add(file.target.locale));
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
