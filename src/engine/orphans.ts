import { unitHash } from '../state/index.js';
import type { Facts } from '../state/index.js';
import type { ObsoleteUnit } from './diff.js';
import { knownTexts } from './judge.js';
import type { OrphanFile } from './load/index.js';

/** A target file whose source is gone, with what the lock knows of its units. */
export interface Orphan {
  readonly path: string;
  readonly locale: string;
  /** Under the source that is gone. */
  readonly units: readonly ObsoleteUnit[];
}

export function knownOrphans(files: readonly OrphanFile[], facts: Facts): readonly Orphan[] {
  return files.map(({ path, source, locale, units }) => ({
    path,
    locale,
    units: units.flatMap((unit): ObsoleteUnit[] => {
      const id = unitHash(source, unit.key);
      const known = knownTexts(facts.get(id), locale);
      return known.length === 0 ? [] : [{ id, unit, facts: known }];
    }),
  }));
}
