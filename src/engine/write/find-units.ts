import { isSameKey, keyId } from '../../model/index.js';
import type { Document, Unit } from '../../model/index.js';
import type { SourceUnit } from '../units/source-units.js';

type Wanted = Pick<SourceUnit, 'keyId' | 'expected'>;

/** More than these are not looked up one by one. */
const FEW = 50;

/** Units of a document by `keyId`: those that are wanted, of very many. */
export function findUnits(
  document: Document,
  wanted: readonly Wanted[],
): ReadonlyMap<string, Unit> {
  const { lookup } = document;
  if (lookup === undefined || wanted.length > FEW) return findInAll(document.units, wanted);
  const found = new Map<string, Unit>();
  for (const { keyId: id, expected } of wanted) {
    const unit = lookup.unitAt(expected.key);
    if (unit !== undefined) found.set(id, unit);
  }
  return found;
}

function findInAll(units: readonly Unit[], wanted: readonly Wanted[]): ReadonlyMap<string, Unit> {
  const found = new Map<string, Unit>();
  // A new file has what is wanted and nothing else, in its order.
  let count = 0;
  for (; count < wanted.length; count += 1) {
    const one = wanted[count];
    const unit = units[count];
    if (one === undefined || unit === undefined || !isSameKey(unit.key, one.expected.key)) break;
    found.set(one.keyId, unit);
  }
  if (count < wanted.length) addFrom(units.slice(count), wanted.slice(count), found);
  return found;
}

function addFrom(
  units: readonly Unit[],
  wanted: readonly Wanted[],
  found: Map<string, Unit>,
): void {
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const { keyId: id, expected } of wanted) {
    ids.add(id);
    names.add(expected.key.at(-1) ?? '');
  }
  for (const unit of units) {
    // Making the identity of every key takes longer than asking for its last name.
    if (!names.has(unit.key[unit.key.length - 1] ?? '')) continue;
    const id = keyId(unit.key);
    if (ids.has(id)) found.set(id, unit);
  }
}
