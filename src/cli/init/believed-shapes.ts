import { groupCandidates, groupOf } from './candidates.js';
import type { Group } from './candidates.js';
import { evidenceFor } from './evidence.js';
import { shapeGroup } from './shape.js';
import type { Shaped } from './shape.js';

interface Ranked {
  readonly group: Group;
  readonly evidence: number;
  /** Folders above the locale. */
  readonly depth: number;
}

/**
 * Each path in one group at most: the one that most speaks for, then the one whose locale stands
 * nearest to the file, then the largest.
 */
export function believedShapes(paths: readonly string[]): Shaped[] {
  const free = new Set(paths);
  const ranked = groupCandidates(paths)
    .map((group): Ranked => {
      const depth = (group.candidates[0]?.folder ?? '').split('/').filter(Boolean).length;
      return { group, evidence: evidenceFor(shapeGroup(group, free)), depth };
    })
    .sort(byRank);
  return ranked.flatMap(({ group }) => {
    const left = groupOf(group.candidates.filter(({ path }) => free.has(path)));
    const shape = shapeGroup(left, free);
    if (evidenceFor(shape) === 0) return [];
    for (const { path } of left.candidates) free.delete(path);
    for (const path of shape.bare?.paths ?? []) free.delete(path);
    return [shape];
  });
}

function byRank(a: Ranked, b: Ranked): number {
  return (
    b.evidence - a.evidence ||
    b.depth - a.depth ||
    b.group.locales.size - a.group.locales.size ||
    b.group.candidates.length - a.group.candidates.length
  );
}
