import type { ParameterType } from '../text/index.js';
import type { TypedUnit } from './messages-of.js';

/** The units of a catalog, each also with the parameters of the texts that it refers to. */
export function withLinked(units: readonly TypedUnit[]): readonly TypedUnit[] {
  if (units.every(({ links }) => links.length === 0)) return units;
  const byName = new Map<string, TypedUnit[]>();
  for (const unit of units) {
    const name = unit.name.join('.');
    byName.set(name, [...(byName.get(name) ?? []), unit]);
  }
  return units.map((unit) => {
    if (unit.links.length === 0) return unit;
    return { ...unit, named: namedOf(unit, byName, new Set()) };
  });
}

/** @param seen - texts that refer to this one: a circle ends there */
function namedOf(
  unit: TypedUnit,
  byName: ReadonlyMap<string, readonly TypedUnit[]>,
  seen: ReadonlySet<TypedUnit>,
): ReadonlyMap<string, ParameterType> {
  const named = new Map(unit.named);
  if (seen.has(unit)) return named;
  for (const { key, given, used } of unit.links) {
    for (const name of used) if (!named.has(name)) named.set(name, 'text');
    for (const other of linkedUnits(key, byName)) {
      for (const [name, type] of namedOf(other, byName, new Set([...seen, unit])))
        if (!given.includes(name) && !named.has(name)) named.set(name, type);
    }
  }
  return named;
}

/**
 * None for `shop:title`: the keys of other namespaces are not known here. A period at the end may
 * belong to the sentence.
 */
function linkedUnits(
  key: string,
  byName: ReadonlyMap<string, readonly TypedUnit[]>,
): readonly TypedUnit[] {
  return byName.get(key) ?? byName.get(key.replace(/\.$/, '')) ?? [];
}
