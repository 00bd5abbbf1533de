import { formatKey } from '../model/index.js';
import type { TargetDiff } from './diff.js';
import type { UnitDiff } from './unit-diff.js';
import { positionOf } from './unit-position.js';

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly locale: string;
  readonly key: string;
}

/** Where the text stands; for one that is missing, where its source stands. */
export function placeOf(diff: TargetDiff, unit: UnitDiff): Place {
  const { target, pair } = diff;
  const base = { locale: target.locale, key: formatKey(unit.key) };
  if (unit.current !== undefined && target.document !== undefined) {
    return { ...base, file: target.path, ...positionOf(target.document, unit.current) };
  }
  const { document, path } = pair.source;
  return { ...base, file: path, ...positionOf(document, unit.expected.unit) };
}
