import type { Loaded } from '../load/index.js';
import type { RememberedFiles } from './remembered-files.js';

/** Units of the lock that may be in no file any more. In files that were not read, nothing has changed. */
export function unitsToFind(
  { lock, lockHash, pairs, remembered: unread }: Loaded,
  remembered: RememberedFiles | undefined,
): Iterable<string> {
  if (remembered === undefined) return lock.facts.keys();
  if (remembered.isSameLock({ lockHash })) {
    return pairs.flatMap(({ source }) => remembered.idsOf(source.path));
  }
  // Others may have brought lines of units that are not here.
  const known = new Set(unread.flatMap(({ source }) => remembered.idsOf(source)));
  return [...lock.facts.keys()].filter((id) => !known.has(id));
}
