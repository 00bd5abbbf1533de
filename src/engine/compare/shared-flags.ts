import { pluralOf } from '../units/plural-of.js';
import type { Row } from '../units/row.js';

/**
 * The forms of a plural share one flag (gettext, Qt), which belongs to the forms that are not
 * accepted yet. If all are accepted, a person has set it again.
 */
export function withSharedFlags(rows: readonly Row[]): readonly Row[] {
  const open = new Set<string>();
  for (const row of rows) {
    const { flag, unflagged } = row.state;
    const plural = pluralOf(row.source);
    if (flag === 'set' && unflagged === undefined && plural !== undefined) open.add(plural);
  }
  if (open.size === 0) return rows;
  return rows.map((unit) => {
    const { unflagged } = unit.state;
    if (unflagged === undefined || !open.has(pluralOf(unit.source) ?? '')) return unit;
    return { ...unit, state: unflagged };
  });
}
