import type { ComparedUnit } from '../units/types.js';
import type { Change } from './types.js';

/**
 * Finds the changes of units that are asked for in their order. The changes of a file are in that
 * order too, and a map of a large file's would take longer than all that is done with them.
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
