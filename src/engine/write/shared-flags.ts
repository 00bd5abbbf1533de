import type { Document, SetEdit } from '../../model/index.js';
import { pluralOf } from '../units/plural-of.js';
import type { SourceUnit } from '../units/source-units.js';
import type { FileComparison } from '../units/row.js';
import { findUnits } from './find-units.js';

/**
 * Accepted forms of a plural whose shared flag only waits for others: they are set again together
 * with the new texts, so that the flag is removed with the last one.
 */
export function acceptedForms(
  { pair, expected, rows }: FileComparison,
  document: Document,
  written: ReadonlySet<SourceUnit>,
): readonly SetEdit[] {
  const plurals = new Set([...written].map(pluralOf).filter((one) => one !== undefined));
  if (plurals.size === 0) return [];
  const open = new Set(rows.filter(isOpen).map(({ source }) => source));
  const settled = expected.filter(
    (one) => !written.has(one) && !open.has(one) && plurals.has(pluralOf(one) ?? ''),
  );
  const present = findUnits(document, settled);
  return settled.flatMap((one, at): readonly SetEdit[] => {
    const { key, unit } = one.expected;
    const current = present[at];
    if (current?.state !== 'review' || current.text === '') return [];
    return [{ op: 'set', key, text: current.text, from: { document: pair.source.document, unit } }];
  });
}

function isOpen({ state: { status } }: FileComparison['rows'][number]): boolean {
  return status !== 'current' && status !== 'edited';
}
