import { formatUnit } from './format-lock.js';
import { rangeOf, unitAt } from './lock-lines.js';
import type { ParsedLock } from './parsed-lock.js';

/** Reading this many characters takes about as long as finding one line. */
const SEARCH_COSTS = 500;

/** The lock's lines about these units, sorted: equal facts give equal text. */
export function linesAbout(lock: ParsedLock, units: ReadonlySet<string>): string {
  if (!lock.isNormal) {
    const sorted = [...units].sort();
    return sorted.map((unit) => formatUnit(unit, lock.factsOf(unit))).join('');
  }
  const isMost = units.size * SEARCH_COSTS > lock.text.length;
  return isMost ? linesOfMost(lock, units) : linesOfFew(lock, units);
}

/** Finds the lines in one pass over all lines. Adjacent ones are copied together. */
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
  const ranges = [...units].map((unit) => rangeOf(lock, unit)).sort(([a], [b]) => a - b);
  return ranges.map((range) => lock.text.slice(...range)).join('');
}
