import type { Fact } from './fact.js';
import { formatLock, formatUnit } from './format-lock.js';
import { linesOf } from './lock-lines.js';
import type { ParsedLock } from './parsed-lock.js';

/**
 * The lock's text after some units have changed. Other lines are copied, so the cost depends on the
 * number of changes. A lock that is not in normal form, for example after a merge, is formatted
 * again as a whole.
 * @param changes all facts of each changed unit; an empty list removes the unit
 */
export function updateLock(
  lock: ParsedLock,
  changes: ReadonlyMap<string, readonly Fact[]>,
): string {
  if (!lock.isNormal) return formatLock(new Map([...lock.facts, ...changes]));
  const { text, starts } = lock;
  const parts: string[] = [];
  let copied = 0;
  for (const unit of [...changes.keys()].sort()) {
    const [first, end] = linesOf(lock, unit);
    parts.push(text.slice(copied, starts[first]), formatUnit(unit, changes.get(unit) ?? []));
    copied = starts[end] ?? text.length;
  }
  return [...parts, text.slice(copied)].join('');
}
