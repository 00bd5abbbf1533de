import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { localePathsOf } from '../config/locale-paths.js';
import { createMatcher, fillPattern } from '../config/pattern-match.js';
import { pairPatterns } from '../config/pattern-pair.js';
import type { ResolvedConfig } from '../config/index.js';

/**
 * A translation of a source catalog; undefined if there is none. A missing catalog with existing
 * translations was deleted, or git is just switching branches: it is not new.
 */
export function translationOf(
  {
    root,
    source,
    targets,
    catalogs,
  }: Pick<ResolvedConfig, 'root' | 'source' | 'targets' | 'catalogs'>,
  file: string,
): string | undefined {
  const paths = catalogs.flatMap((catalog) =>
    pairPatterns(catalog.source, catalog.target, catalog.format).flatMap((pair) => {
      const { spellings } = localePathsOf(catalog, pair.target);
      const match = createMatcher(pair.source, spellings(source))(file);
      if (match === undefined) return [];
      const names = targets.flatMap((locale) => spellings(locale));
      return names.map((name) => fillPattern(pair.target, match, name));
    }),
  );
  return paths.find((path) => path !== file && existsSync(join(root, path)));
}
