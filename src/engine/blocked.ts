import { formatKey, isVacant, keyId } from '../model/index.js';
import type { Unit } from '../model/index.js';
import type { UnitDiff } from './unit-diff.js';

/**
 * Units that cannot be written, with the reason: a text stands where the source has texts below, or the other way round.
 * @param staying what stands in the target and is no unit of the source
 */
export function findBlocked(
  units: readonly UnitDiff[],
  staying: readonly Unit[],
  path: string,
): ReadonlyMap<UnitDiff, string> {
  const found = new Map<UnitDiff, string>();
  if (staying.length === 0) return found;
  const values = new Set<string>();
  const containers = new Set<string>();
  for (const unit of staying) {
    const { key } = unit;
    if (!isVacant(unit)) values.add(keyId(key));
    for (let depth = key.length - 1; depth > 0; depth -= 1)
      containers.add(keyId(key.slice(0, depth)));
  }
  for (const unit of units) {
    if (unit.current !== undefined || unit.isReference) continue;
    const { key } = unit;
    if (containers.has(unit.source.keyId)) {
      found.set(
        unit,
        blockedBy(`${path} has texts below "${formatKey(key)}", the source has one value there`),
      );
      continue;
    }
    const depth = key.findIndex((_, i) => i > 0 && values.has(keyId(key.slice(0, i))));
    if (depth > 0) {
      const name = formatKey(key.slice(0, depth));
      found.set(unit, blockedBy(`${path} has a value at "${name}", the source has texts below it`));
    }
  }
  return found;
}

function blockedBy(what: string): string {
  return `${what}; what stands there is kept. Rename or remove it, and sync writes this.`;
}
