import type { LoadedLock } from '../load/index.js';
import { writeLock } from './lock.js';
import type { LockAfter, LockContext } from './lock.js';

/**
 * The lock says what was applied of glossaries and styles, and nothing new of texts.
 * @param lines as `updateApplied`
 */
export function writeApplied(
  lines: string,
  context: LoadedLock & Pick<LockContext, 'root' | 'state' | 'inputs'>,
): LockAfter {
  if (lines === context.lock.applied) return { problems: [], left: undefined };
  return writeLock(new Map(), () => [], { ...context, applied: lines, isComplete: false });
}
