import { formatKey, isVacant, keyId } from '../../model/index.js';
import type { Key, Unit } from '../../model/index.js';
import { isListIndex } from '../units/list-keys.js';
import type { ComparedUnit } from '../units/types.js';

/**
 * Units for which a target has no room, with the reason: a text is where the source has texts
 * below, or the other way round, or a list is where the source has names.
 * @param others what the target has and the source does not
 */
export function findOccupied(
  units: readonly ComparedUnit[],
  others: readonly Unit[],
  path: string,
): ReadonlyMap<ComparedUnit, string> {
  const found = new Map<ComparedUnit, string>();
  if (others.length === 0) return found;
  const shape = shapeOf(units, others);
  for (const unit of units) {
    if (unit.current !== undefined || unit.state.place === 'reference') continue;
    const reason = reasonFor(unit.source.expected.key, shape);
    if (reason === undefined) continue;
    const keep = 'what is there is kept. Rename or remove it, and sync writes this.';
    found.set(unit, `${path} ${reason}; ${keep}`);
  }
  return found;
}

/** What a target has beside its source's units, by `keyId`. */
interface Shape {
  readonly values: ReadonlySet<string>;
  readonly containers: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
}

function shapeOf(units: readonly ComparedUnit[], others: readonly Unit[]): Shape {
  const values = new Set<string>();
  const containers = new Set<string>();
  for (const unit of others) {
    const { key } = unit;
    if (!isVacant(unit)) values.add(keyId(key));
    for (let depth = key.length - 1; depth > 0; depth -= 1) {
      containers.add(keyId(key.slice(0, depth)));
    }
  }
  return { values, containers, lists: listsIn(units, others) };
}

function reasonFor(key: Key, { values, containers, lists }: Shape): string | undefined {
  const inList = key.findIndex(
    (name, i) => !isListIndex(name) && lists.has(keyId(key.slice(0, i))),
  );
  if (inList >= 0) {
    const where = inList === 0 ? '' : ` at "${formatKey(key.slice(0, inList))}"`;
    return `has a list${where}, the source has names there`;
  }
  if (containers.has(keyId(key))) {
    return `has texts below "${formatKey(key)}", the source has one value there`;
  }
  const depth = key.findIndex((_, i) => i > 0 && values.has(keyId(key.slice(0, i))));
  if (depth <= 0) return undefined;
  return `has a value at "${formatKey(key.slice(0, depth))}", the source has texts below it`;
}

/**
 * Containers of a target whose members are numbered from 0 on and no units of the source, as those
 * of lists are.
 */
function listsIn(units: readonly ComparedUnit[], others: readonly Unit[]): ReadonlySet<string> {
  const members = new Map<string, Set<string>>();
  for (const { key } of others) {
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
  for (const { current, source } of units) {
    if (current === undefined) continue;
    const { key } = source.expected;
    for (const depth of key.keys()) members.delete(keyId(key.slice(0, depth)));
  }
  return new Set(members.keys());
}
