import { eachInSteps } from '../../model/index.js';
import type { Steps } from '../../model/index.js';
import { groupCandidates, groupOf } from './candidates.js';
import type { Group } from './candidates.js';
import { scoreOf } from './score.js';
import { patternOfGroup } from './catalog-pattern.js';
import type { CatalogPattern } from './catalog-pattern.js';

interface Ranked {
  readonly group: Group;
  readonly score: number;
  /** Number of times that paths name their locale. */
  readonly names: number;
  /** Number of folders above the locale. */
  readonly depth: number;
}

/**
 * The most likely catalogs for these paths, with each path in at most one: the highest score wins,
 * then paths that name their locale twice, then the locale nearest to the file, then the most
 * locales and files. Yields after each path.
 */
export function* selectPatterns(paths: readonly string[]): Steps<CatalogPattern[]> {
  const free = new Set(paths);
  yield;
  const ranked = yield* eachInSteps(groupCandidates(paths), (group): Ranked => {
    const { folder = '', rest = '' } = group.candidates[0] ?? {};
    const names = rest.split('{locale}').length - 1;
    const depth = folder.split('/').filter(Boolean).length;
    return { group, score: scoreOf(patternOfGroup(group, free)), names, depth };
  });
  const selected = yield* eachInSteps(ranked.sort(byRank), ({ group }) => {
    const left = groupOf(group.candidates.filter(({ path }) => free.has(path)));
    const catalog = patternOfGroup(left, free);
    if (scoreOf(catalog) === 0) return [];
    for (const { path } of left.candidates) free.delete(path);
    for (const path of catalog.bare?.paths ?? []) free.delete(path);
    return [catalog];
  });
  return selected.flat();
}

function byRank(a: Ranked, b: Ranked): number {
  return (
    b.score - a.score ||
    b.names - a.names ||
    b.depth - a.depth ||
    b.group.locales.size - a.group.locales.size ||
    b.group.candidates.length - a.group.candidates.length
  );
}
