import type { ComparedUnit } from '../units/types.js';
import type { Change } from './types.js';

/**
 * Finds the changes of units that are looked up in file order. The changes of a file have the same
 * order, so no map is needed; for a large file, building one would take longer than everything
 * else.
 */
export function changesInOrder(
  changes: readonly Change[],
): (unit: ComparedUnit) => Change | undefined {
  let next = 0;
  return (unit) => {
    const change = changes[next];
    if (change?.unit !== unit) return undefined;
    next += 1;
    return change;
  };
}
