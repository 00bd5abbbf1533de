import { pluralOf } from '../units/plural-of.js';
import type { Row } from '../units/row.js';

/**
 * The forms of a plural share one flag (gettext, Qt), which belongs to the forms that are not
 * accepted yet. If all are accepted, a person has set it again.
 */
export function withSharedFlags(units: readonly Row[]): readonly Row[] {
  const open = new Set<string>();
  for (const unit of units) {
    const { flag, unflagged } = unit.state;
    const plural = pluralOf(unit.source);
    if (flag === 'set' && unflagged === undefined && plural !== undefined) open.add(plural);
  }
  if (open.size === 0) return units;
  return units.map((unit) => {
    const { unflagged } = unit.state;
    if (unflagged === undefined || !open.has(pluralOf(unit.source) ?? '')) return unit;
    return { ...unit, state: unflagged };
  });
}
