import { join } from 'node:path';
import { LocaleSyncError } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import {
  formatLock,
  noteLock,
  noteWritten,
  parseLock,
  quickHash,
  readStamped,
  updateFacts,
  WriteError,
  writeFileAtomic,
} from '../../state/index.js';
import type { FactScope, Facts, ParsedLock } from '../../state/index.js';
import type { FileComparison } from '../compare/types.js';
import type { Inputs } from '../load/index.js';
import { LOCK_FILE, lockHashOf, readLockFile } from '../load/index.js';
import { mergeFacts } from '../merge-facts.js';
import type { Change } from '../plan/types.js';

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
}

/** How often a lock that others change meanwhile is read again before it is left as it is. */
const ATTEMPTS = 3;

/**
 * Facts to write: those that a run found true, beside those of what it did not look at. Targets that could not be read keep
 * what the lock said of them. Pure.
 */
export function lockAfter(
  previous: Facts,
  found: Facts,
  { files, isComplete }: { readonly files: readonly FileComparison[]; readonly isComplete: boolean },
): Facts {
  if (isComplete) return found;
  const locales = new Set(files.map(({ target }) => target.locale));
  const units = new Set<string>();
  for (const { expected, obsolete, kept } of files) {
    for (const { id } of expected) units.add(id);
    for (const { id } of [...obsolete, ...kept]) units.add(id);
  }
  const scope: FactScope = { units, locales };
  return updateFacts(previous, withUnread(previous, found, { files, locales }), scope);
}

function withUnread(
  previous: Facts,
  found: Facts,
  { files, locales }: { readonly files: readonly FileComparison[]; readonly locales: ReadonlySet<string> },
): Facts {
  const read = new Map<string, Set<string>>();
  for (const { pair, target } of files) {
    const known = read.get(pair.source.path) ?? new Set<string>();
    read.set(pair.source.path, known.add(target.locale));
  }
  const all = new Map(found);
  for (const { pair, expected } of files) {
    const present = read.get(pair.source.path);
    const isUnread = (locale: string): boolean =>
      locales.has(locale) && present?.has(locale) !== true;
    const unread = pair.catalog.targets.filter(isUnread);
    if (unread.length === 0) continue;
    for (const { id } of expected) {
      const kept = (previous.get(id) ?? []).map(({ source, targets }) => {
        const own = [...targets].filter(([locale]) => unread.includes(locale));
        return { source, targets: new Map(own) };
      });
      const some = kept.filter(({ targets }) => targets.size > 0);
      if (some.length > 0) all.set(id, [...(found.get(id) ?? []), ...some]);
    }
    read.set(pair.source.path, new Set([...(present ?? []), ...unread]));
  }
  return all;
}

/**
 * The lock says what is true now. One that changed during the run, such as by a merge, is read again, and what it says
 * now is kept. A lock of a newer version stays as it is.
 * @param wrote changes whose text the run put into a file
 */
export function writeLock(
  facts: Facts,
  wrote: Iterable<Change>,
  context: LockContext,
): readonly Problem[] {
  const { lock, state, isComplete, wasWriting } = context;
  // A project without a single translation needs no lock yet.
  if (!lock.writable || (facts.size === 0 && lock.facts.size === 0)) {
    noteWritten(state);
    return [];
  }
  const problems = insist(facts, wrote, context);
  if (problems.length === 0 && (isComplete || !wasWriting)) noteWritten(state);
  return problems;
}

function insist(own: Facts, wrote: Iterable<Change>, context: LockContext): readonly Problem[] {
  const { root, state, lock } = context;
  let facts = own;
  let expect = context.lockHash;
  for (let tries = 1; ; tries += 1) {
    const text = formatLock(facts);
    try {
      writeFileAtomic(join(root, LOCK_FILE), text, { root, state, expect });
      if (facts === own) noteOwn(text, context);
      return [];
    } catch (error) {
      if (!(error instanceof WriteError)) throw error;
      const fresh = tries < ATTEMPTS ? readAgain(error, context) : undefined;
      if (fresh === undefined) return [lockProblem(error)];
      if (!fresh.lock.writable) {
        return fresh.lock.problems.map((problem) => ({ ...problem, file: LOCK_FILE }));
      }
      const onDisk = fresh.lock.facts;
      facts = mergeFacts({ before: lock.facts, own, onDisk, wrote: writtenLocales(wrote) });
      expect = fresh.hash;
    }
  }
}

/** Of a lock that holds what others wrote meanwhile, the run has not seen all that it speaks of. */
function noteOwn(text: string, { isComplete, lockIsKnown, state, inputs }: LockContext): void {
  // What a narrowed run did not look at may still be newer than an old lock.
  if (isComplete || lockIsKnown) noteLock(state, text);
  inputs.written(LOCK_FILE, quickHash(Buffer.from(text)));
}

function readAgain(
  { code }: WriteError,
  { root, lock }: LockContext,
): { readonly lock: ParsedLock; readonly hash: string } | undefined {
  if (code !== 'changed-on-disk') return undefined;
  try {
    const bytes = readLockFile(root, (path) => readStamped(join(root, path)).content);
    return { lock: parseLock(bytes?.toString() ?? '', lock.facts), hash: lockHashOf(bytes) };
  } catch (error) {
    if (error instanceof LocaleSyncError) return undefined;
    throw error;
  }
}

/** Locales by unit. */
function writtenLocales(wrote: Iterable<Change>): ReadonlyMap<string, ReadonlySet<string>> {
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
