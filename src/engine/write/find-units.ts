import { isSameKey, keyId } from '../../model/index.js';
import type { Document, Unit } from '../../model/index.js';
import type { SourceUnit } from '../units/source-units.js';

type Wanted = Pick<SourceUnit, 'keyId' | 'expected'>;

/** The most units that are looked up individually. */
const FEW = 50;

/** Wanted units of a document, by `keyId`. */
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
  // A new file contains exactly the wanted units, in order.
  const isJustThese =
    units.length === wanted.length &&
    wanted.every(({ expected }, at) => isSameKey(units[at]?.key ?? [], expected.key));
  if (isJustThese) return new Map(units.map((unit, at) => [wanted[at]?.keyId ?? '', unit]));
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const { keyId: id, expected } of wanted) {
    ids.add(id);
    names.add(expected.key.at(-1) ?? '');
  }
  const found = new Map<string, Unit>();
  for (const unit of units) {
    // Comparing last key parts is faster than building every key's identity.
    if (!names.has(unit.key[unit.key.length - 1] ?? '')) continue;
    const id = keyId(unit.key);
    if (ids.has(id)) found.set(id, unit);
  }
  return found;
}
