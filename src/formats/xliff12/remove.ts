import { keyId, type RemoveEdit } from '../../model/index.js';
import { getOrSet } from '../kit/maps.js';
import type { Splice } from '../kit/splices.js';
import { cutOut } from '../kit/xliff/places.js';
import type { Memo } from './memo.js';
import type { Part } from './parts.js';
import type { Tag, UnitNode } from './tree.js';

export interface Removals {
  /** Units that are removed completely. */
  readonly units: ReadonlySet<UnitNode>;
  readonly splices: readonly Splice[];
}

/** Parts that are rewritten as a whole anyway. */
export interface Rewriting {
  /** Units whose source is rewritten. */
  readonly rewritten: ReadonlySet<UnitNode>;
  /** Every target is rewritten. */
  readonly fresh: boolean;
}

/** The removals: whole units with their lines, or single segments. */
export function planRemovals(
  removes: readonly RemoveEdit[],
  { parts, tree }: Pick<Memo, 'parts' | 'tree'>,
  { rewritten, fresh }: Rewriting,
): Removals {
  const gone = new Map<UnitNode, Part[]>();
  for (const { key } of removes) {
    const part = parts.get(keyId(key));
    if (part === undefined) continue;
    getOrSet(gone, part.unit, (): Part[] => []).push(part);
  }
  const units = new Set<UnitNode>();
  const splices: Splice[] = [];
  for (const [unit, list] of gone) {
    const isWhole = list[0]?.mid === undefined || list.length === unit.segSource?.marks.length;
    if (isWhole) units.add(unit);
    if (isWhole) splices.push(cutOut(unit, tree.text));
    else if (!rewritten.has(unit)) splices.push(...list.flatMap(({ source }) => cut(source)));
    if (!isWhole && !fresh) splices.push(...list.flatMap(({ target }) => cut(target)));
  }
  return { units, splices };
}

function cut(tag: Tag | undefined): Splice[] {
  return tag === undefined ? [] : [{ start: tag.start, end: tag.end, text: '' }];
}
