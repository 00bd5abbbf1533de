import type { LoadedLock } from '../load/index.js';
import { writeLock } from './lock.js';
import type { LockAfter, LockContext } from './lock.js';

/**
 * Records applied glossaries and styles in the lock, without changes of texts.
 * @param lines as returned by `updateApplied`
 */
export function writeApplied(
  lines: string,
  context: LoadedLock & Pick<LockContext, 'root' | 'state' | 'inputs'>,
): LockAfter {
  if (lines === context.lock.applied) return { problems: [], left: undefined };
  return writeLock(new Map(), () => [], { ...context, applied: lines, isComplete: false });
}
