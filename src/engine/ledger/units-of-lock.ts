import type { FileComparison } from '../units/row.js';
import type { Loaded } from '../load/index.js';
import type { RememberedFiles } from './remembered-files.js';

type Units = FileComparison['expected'];

interface LookedAt {
  readonly remembered: RememberedFiles | undefined;
  /** Compared files. */
  readonly files: readonly FileComparison[];
}

/** Units of the lock that may no longer be in any file. Unread files have not changed. */
export function unitsToFind(
  { lock, lockHash, pairs, orphans, remembered: unread }: Loaded,
  { remembered, files }: LookedAt,
): Iterable<string> {
  if (remembered === undefined) return lock.facts.keys();
  if (remembered.isSameLock({ lockHash })) {
    const lists = new Map(pairs.map(({ source }) => [source.path, new Set<Units>()]));
    for (const { pair, expected } of files) lists.get(pair.source.path)?.add(expected);
    // Facts of a target without a source are kept.
    const kept = new Set([...unread, ...orphans].map(({ source }) => source));
    const gone = remembered.pairs.filter(({ source }) => !lists.has(source) && !kept.has(source));
    const paths = new Set([...lists.keys(), ...gone.map(({ source }) => source)]);
    return [...paths].flatMap((path) => remembered.idsOf(path, lists.get(path)));
  }
  // Other branches may have added lines of units that are not here.
  const known = new Set(unread.flatMap(({ source }) => remembered.idsOf(source)));
  return [...lock.facts.keys()].filter((id) => !known.has(id));
}
