import { formatUnit } from './format-lock.js';
import { linesOf, unitAt } from './lock-lines.js';
import type { ParsedLock } from './parsed-lock.js';

/** Finding one line takes about as many comparisons. */
const SEARCH_STEPS = 16;

/** What a lock says of these units, as its lines, sorted: equal facts give equal text. */
export function linesAbout(lock: ParsedLock, units: ReadonlySet<string>): string {
  if (!lock.isNormal) {
    const sorted = [...units].sort();
    return sorted.map((unit) => formatUnit(unit, lock.factsOf(unit))).join('');
  }
  const isMost = units.size * SEARCH_STEPS > lock.starts.length;
  return isMost ? linesOfMost(lock, units) : linesOfFew(lock, units);
}

/** One walk over all lines. Neighbors are copied together. */
function linesOfMost(lock: ParsedLock, units: ReadonlySet<string>): string {
  const { text, starts } = lock;
  let lines = '';
  let first = 0;
  for (let index = 0; index <= starts.length; index += 1) {
    if (index < starts.length && units.has(unitAt(lock, index))) continue;
    if (first < index) lines += text.slice(starts[first], starts[index]);
    first = index + 1;
  }
  return lines;
}

function linesOfFew(lock: ParsedLock, units: ReadonlySet<string>): string {
  const { text, starts } = lock;
  const ranges = [...units].map((unit) => linesOf(lock, unit)).sort(([a], [b]) => a - b);
  return ranges
    .map(([first, end]) => text.slice(starts[first] ?? text.length, starts[end]))
    .join('');
}
