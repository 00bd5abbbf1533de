import { isSameKey, keyId } from '../../model/index.js';
import type { Document, Unit } from '../../model/index.js';
import type { SourceUnit } from '../units/source-units.js';

/** Each wanted unit as it is in a document, in order; undefined if the document lacks it. */
export function findUnits(
  { units }: Document,
  wanted: readonly SourceUnit[],
): readonly (Unit | undefined)[] {
  // A new file contains exactly the wanted units, in order.
  const isJustThese =
    units.length === wanted.length &&
    wanted.every(({ expected }, at) => isSameKey(units[at]?.key ?? [], expected.key));
  if (isJustThese) return units;
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
  return wanted.map(({ keyId: id }) => found.get(id));
}
