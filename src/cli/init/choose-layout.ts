import { firstPath, splitPattern, widenPattern } from './catalog-pattern.js';
import type { CatalogPattern } from './catalog-pattern.js';
import { mergePatterns } from './merge-patterns.js';
import { selectPatterns } from './select-patterns.js';

export interface LayoutContext {
  /** All files of the repository: a pattern must not match any that are not of its catalog. */
  readonly files: readonly string[];
  /** What uses a file, such as `i18next`. */
  readonly kindOf: (path: string) => string;
}

/** The catalogs among these paths, each with the pattern that a person would write for it. */
export function chooseLayout(
  paths: readonly string[],
  { files, kindOf }: LayoutContext,
): CatalogPattern[] {
  const selected = selectPatterns(paths);
  const claimed = selected.flatMap(({ group }) => group.candidates.map(({ path }) => path));
  const catalogs = selected
    .flatMap((one) => splitPattern(one, claimed))
    .map((one) => widenPattern(one, files));
  return mergePatterns(catalogs, { files, kindOf: (one) => kindOf(firstPath(one)) });
}
