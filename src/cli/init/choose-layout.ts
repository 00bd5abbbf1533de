import { eachInSteps } from '../../model/index.js';
import type { Steps } from '../../model/index.js';
import { firstPath, splitPattern, widenPattern } from './catalog-pattern.js';
import type { CatalogPattern } from './catalog-pattern.js';
import { mergePatterns } from './merge-patterns.js';
import { selectPatterns } from './select-patterns.js';

export interface LayoutContext {
  /** All files of the repository: a pattern must not match files outside its catalog. */
  readonly files: readonly string[];
  /** What uses a file, such as `i18next`. */
  readonly kindOf: (path: string) => string;
}

/**
 * The catalogs among these paths, each with the pattern that a person would write. Yields after
 * each path.
 */
export function* chooseLayout(
  paths: readonly string[],
  { files, kindOf }: LayoutContext,
): Steps<CatalogPattern[]> {
  const selected = yield* selectPatterns(paths);
  const claimed = selected.flatMap(({ group }) => group.candidates.map(({ path }) => path));
  const split = yield* eachInSteps(selected, (one) => splitPattern(one, claimed));
  const catalogs = yield* eachInSteps(split.flat(), (one) => widenPattern(one, files));
  return mergePatterns(catalogs, { files, kindOf: (one) => kindOf(firstPath(one)) });
}
