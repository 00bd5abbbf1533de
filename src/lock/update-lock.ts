import type { Fact } from './fact.js';
import { formatHead, formatLock, formatUnit } from './format-lock.js';
import { rangeOf } from './lock-lines.js';
import type { ParsedLock } from './parsed-lock.js';

/**
 * The lock's text after some units have changed. Other lines are copied, so the cost depends on the
 * number of changes. A lock that is not in normal form, for example after a merge, is formatted
 * again as a whole.
 * @param changes all facts of each changed unit; an empty list removes the unit
 * @param settled lines of settled findings, as returned by `formatSettled`. Default: the lock's
 * @param applied lines of glossary files, as returned by `updateApplied`. Default: the lock's
 */
export function updateLock(
  lock: ParsedLock,
  changes: ReadonlyMap<string, readonly Fact[]>,
  settled = lock.settled,
  applied = lock.applied,
): string {
  if (!lock.isNormal) return formatLock(new Map([...lock.facts, ...changes]), settled, applied);
  const { text } = lock;
  const parts = [formatHead(settled, applied)];
  let copied = lock.first;
  for (const unit of [...changes.keys()].sort()) {
    const [start, end] = rangeOf(lock, unit);
    parts.push(text.slice(copied, start), formatUnit(unit, changes.get(unit) ?? []));
    copied = end;
  }
  return [...parts, text.slice(copied)].join('');
}
