import { formatUnit } from './format-lock.js';
import { linesOf } from './lock-lines.js';
import type { ParsedLock } from './parsed-lock.js';

/** What a lock says of these units, as its lines: equal facts give equal text. */
export function linesAbout(lock: ParsedLock, units: Iterable<string>): string {
  const { text, starts, isNormal } = lock;
  let lines = '';
  for (const unit of units) {
    if (isNormal) {
      const [first, end] = linesOf(lock, unit);
      if (first < end) lines += text.slice(starts[first], starts[end]);
    } else lines += formatUnit(unit, lock.factsOf(unit));
  }
  return lines;
}
