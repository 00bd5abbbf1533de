import { formatKey } from '../../model/index.js';
import type { Row, FileComparison } from '../units/row.js';
import { positionOf } from '../units/unit-position.js';

/** Position of a unit's text; if it is missing, of its source text. */
export function placeOfUnit(file: FileComparison, row: Row) {
  const { target, pair } = file;
  const { expected } = row.source;
  const base = { locale: target.locale, key: formatKey(expected.key) };
  if (row.current !== undefined && target.document !== undefined) {
    return { ...base, file: target.path, ...positionOf(target.document, row.current) };
  }
  const { document, path } = pair.source;
  return { ...base, file: path, ...positionOf(document, expected.unit) };
}
