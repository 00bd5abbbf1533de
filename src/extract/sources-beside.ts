import { posix } from 'node:path';
import { localePathsOf } from '../config/locale-paths.js';
import { createMatcher } from '../config/pattern-match.js';
import { pairPatterns } from '../config/pattern-pair.js';
import type { ResolvedConfig } from '../config/index.js';

/**
 * The files in a source catalog's folder that are sources too: `en/login.json` beside
 * `en/global.json`, but not `de.json` beside `en.json`. Pure.
 */
export function sourcesBeside(
  config: Pick<ResolvedConfig, 'source' | 'catalogs'>,
  catalog: string,
  files: readonly string[],
): readonly string[] {
  return sourcesAmong(config, catalog, files).filter(
    (file) => posix.dirname(file) === posix.dirname(catalog),
  );
}

/** The files that are other sources of the same kind as a catalog. Pure. */
export function sourcesAmong(
  { source, catalogs }: Pick<ResolvedConfig, 'source' | 'catalogs'>,
  catalog: string,
  files: readonly string[],
): readonly string[] {
  const matchers = catalogs.flatMap((one) =>
    pairPatterns(one.source, one.target, one.format).map((pair) =>
      createMatcher(pair.source, localePathsOf(one, pair.source).spellings(source)),
    ),
  );
  const ending = posix.extname(catalog);
  return files.filter(
    (file) =>
      file !== catalog &&
      posix.extname(file) === ending &&
      matchers.some((matches) => matches(file) !== undefined),
  );
}
