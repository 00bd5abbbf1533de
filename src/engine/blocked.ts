import { formatKey, isVacant, keyId } from '../model/index.js';
import type { Unit } from '../model/index.js';
import { isIndex } from './array-turns.js';
import type { UnitDiff } from './unit-diff.js';

/**
 * Units that cannot be written, with the reason: a text stands where the source has texts below, or the other way round, or
 * a list where the source has names.
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
  const lists = listsIn(units, staying);
  for (const unit of units) {
    if (unit.current !== undefined || unit.isReference) continue;
    const { key } = unit;
    const inList = key.findIndex((name, i) => !isIndex(name) && lists.has(keyId(key.slice(0, i))));
    if (inList >= 0) {
      const where = inList === 0 ? '' : ` at "${formatKey(key.slice(0, inList))}"`;
      found.set(unit, blockedBy(`${path} has a list${where}, the source has names there`));
      continue;
    }
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

/** Containers (`keyId`) of a target whose members are numbered from 0 on and no units of the source, as those of lists are. */
function listsIn(units: readonly UnitDiff[], staying: readonly Unit[]): ReadonlySet<string> {
  const members = new Map<string, Set<string>>();
  for (const { key } of staying) {
    for (const [depth, name] of key.entries()) {
      const container = keyId(key.slice(0, depth));
      const known = members.get(container);
      if (known === undefined) members.set(container, new Set([name]));
      else known.add(name);
    }
  }
  for (const [container, names] of members) {
    for (let i = 0; i < names.size; i += 1) if (!names.has(String(i))) members.delete(container);
  }
  if (members.size === 0) return new Set();
  for (const { key, current } of units) {
    if (current === undefined) continue;
    for (const depth of key.keys()) members.delete(keyId(key.slice(0, depth)));
  }
  return new Set(members.keys());
}

function blockedBy(what: string): string {
  return `${what}; what stands there is kept. Rename or remove it, and sync writes this.`;
}
