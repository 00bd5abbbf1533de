import { join } from 'node:path';
import { LocaleSyncError } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import { bytesOf, readStamped, updateNotes, WriteError, writeStamped } from '../../state/index.js';
import {
  contentHash,
  formatLock,
  LOCK_FILE,
  mergeApplied,
  mergeFacts,
  mergeSettled,
} from '../../lock/index.js';
import type { Fact, Facts, ParsedLock } from '../../lock/index.js';
import { readLock } from '../load/index.js';
import type { Inputs, LoadedLock, LockFiles } from '../load/index.js';
import { putFiles } from './lock-files.js';
import type { LockFilesContext } from './lock-files.js';
import type { DecidedRow } from '../units/row.js';

export interface LockContext {
  readonly root: string;
  /** Absolute path of the local state's folder. */
  readonly state: string;
  readonly inputs: Inputs;
  readonly lock: ParsedLock;
  /** Hash of the lock's bytes when read, or 'absent'. */
  readonly lockHash: string;
  readonly lockIsKnown: boolean;
  /** Whether an earlier run ended after writing files but before writing the lock. */
  readonly wasWriting: boolean;
  /** Whether the run compared everything that the lock may contain. */
  readonly isComplete: boolean;
  /** The lock's files if it is split into several. */
  readonly lockFiles?: LockFiles | undefined;
  readonly sourceOf?: LockFilesContext['sourceOf'];
  /** Lines of settled findings. Default: the lock's. */
  readonly settled?: string;
  /** Lines of glossary and style files. Default: the lock's. */
  readonly applied?: string;
}

/**
 * Records applied glossaries and styles in the lock, without changes of texts.
 * @param lines as returned by `updateApplied`
 */
export function writeApplied(
  lines: string,
  context: LoadedLock & { readonly root: string; readonly state: string; readonly inputs: Inputs },
): LockAfter {
  if (lines === context.lock.applied) return { problems: [], left: undefined };
  return writeLock(new Map(), () => [], { ...context, applied: lines, isComplete: false });
}

/** How often a lock that changes meanwhile is read again before it is left alone. */
const ATTEMPTS = 3;

export interface LockAfter {
  /** Problems of writing. */
  readonly problems: readonly Problem[];
  /** `contentHash` of the lock that the run wrote; undefined: uncertain, or there is none. */
  readonly left: string | undefined;
}

/** New facts by unit; no facts: the unit is removed. */
export type LockChanges = ReadonlyMap<string, readonly Fact[]>;

/**
 * Updates the lock. If it changed during the run, for example by a merge, it is read again and its
 * new content is kept. A lock of a newer version stays as it is.
 * @param wrote rows whose text the run wrote to a file; called only if the lock has changed
 */
export function writeLock(
  changes: LockChanges,
  wrote: () => readonly DecidedRow[],
  context: LockContext,
): LockAfter {
  const { lock, lockIsKnown, state, isComplete, wasWriting } = context;
  const { settled = lock.settled, applied = lock.applied } = context;
  const isEmpty = changes.size === 0 && lock.isEmpty;
  const hasHead = [settled, lock.settled, applied, lock.applied].some((lines) => lines !== '');
  // A project without any translation needs no lock yet.
  if (!lock.writable || (isEmpty && !hasHead)) {
    updateNotes(state, { isWriting: undefined });
    return { problems: [], left: undefined };
  }
  const after = insist(changes, wrote, context);
  const isWritten = after.problems.length === 0;
  updateNotes(state, {
    // With an old lock, texts that a narrowed run did not compare may still be newer.
    ...(after.left && (isComplete || lockIsKnown) ? { lock: after.left } : {}),
    ...(isWritten && (isComplete || !wasWriting) ? { isWriting: undefined } : {}),
    // Otherwise a checkout could restore the lock that they belong to.
    ...(isWritten && applied !== lock.applied ? { pushed: undefined } : {}),
  });
  return after;
}

function insist(
  changes: LockChanges,
  wrote: () => readonly DecidedRow[],
  context: LockContext,
): LockAfter {
  const { lock, settled = lock.settled, applied = lock.applied, root, state } = context;
  const own = withChanges(lock.facts, changes);
  let text = formatLock(own, settled, applied);
  let expect = context.lockHash;
  let { lockFiles } = context;
  for (let tries = 1; ; tries += 1) {
    try {
      const bytes = bytesOf(text);
      const stamps =
        lockFiles === undefined
          ? [writeStamped(join(root, LOCK_FILE), bytes, { root, state, expect })]
          : putFiles(text, { ...context, lockFiles });
      // If it contains other processes' changes, the run has not compared everything in it.
      const left = tries === 1 ? contentHash(bytes) : undefined;
      if (left !== undefined) for (const stamp of stamps) context.inputs.written(stamp);
      return { problems: [], left };
    } catch (error) {
      if (!(error instanceof WriteError)) throw error;
      const fresh = tries < ATTEMPTS ? readAgain(error, context) : undefined;
      if (fresh === undefined) return { problems: [lockProblem(error)], left: undefined };
      if (!fresh.lock.writable) {
        const problems = fresh.lock.problems.map((problem) => ({ file: LOCK_FILE, ...problem }));
        return { problems, left: undefined };
      }
      const onDisk = fresh.lock.facts;
      const locales = writtenLocales(wrote());
      const facts = mergeFacts({ before: lock.facts, own, onDisk, wrote: locales });
      const lines = { before: lock.settled, own: settled, onDisk: fresh.lock.settled };
      const terms = { before: lock.applied, own: applied, onDisk: fresh.lock.applied };
      text = formatLock(facts, mergeSettled(lines), mergeApplied(terms));
      expect = fresh.lockHash;
      ({ lockFiles } = fresh);
    }
  }
}

function withChanges(facts: Facts, changes: LockChanges): Facts {
  const all = new Map([...facts, ...changes]);
  for (const [id, own] of changes) if (own.length === 0) all.delete(id);
  return all;
}

function readAgain({ code }: WriteError, { root, lockFiles }: LockContext) {
  if (code !== 'changed-on-disk') return undefined;
  const locks = lockFiles?.isPerFolder === true ? 'per-folder' : 'one';
  try {
    return readLock({ root, locks }, (path) => readStamped(join(root, path)).content);
  } catch (error) {
    if (error instanceof LocaleSyncError) return undefined;
    throw error;
  }
}

/** Locales by unit. */
function writtenLocales(wrote: readonly DecidedRow[]): ReadonlyMap<string, ReadonlySet<string>> {
  const written = new Map<string, Set<string>>();
  for (const { source, decision } of wrote) {
    const locales = written.get(source.id) ?? new Set<string>();
    written.set(source.id, locales.add(decision.file.target.locale));
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
