import { relative } from 'node:path';
import type { ResolvedCatalog, ResolvedConfig } from '../config/resolved.js';
import { formatKey } from '../model/index.js';
import type { Problem } from '../model/index.js';
import type { FilePair } from './files.js';
import { keyMatcher } from './key-glob.js';

/** Warnings of what a catalog's `keys.exclude` names and no source has: texts that should stay as they are would be sent. */
export function idleExcludes(
  { catalogs, root, file }: ResolvedConfig,
  pairs: readonly FilePair[],
): readonly Problem[] {
  return catalogs.flatMap((catalog) =>
    idleGlobs(catalog, pairs).map((glob): Problem => {
      const { line } = catalog;
      return {
        code: 'option-ignored',
        severity: 'warning',
        message: `keys.exclude "${glob}" means none of the keys of ${catalog.source}${example(catalog, pairs)}; "*" stands for any characters`,
        file: relative(root, file),
        ...(line === undefined ? {} : { line }),
      };
    }),
  );
}

function idleGlobs(catalog: ResolvedCatalog, pairs: readonly FilePair[]): readonly string[] {
  return catalog.excludedKeys.filter((glob) => {
    const matches = keyMatcher([glob]);
    return !pairs.some(
      (pair) =>
        pair.catalog === catalog && pair.source.document.units.some(({ key }) => matches(key)),
    );
  });
}

function example(catalog: ResolvedCatalog, pairs: readonly FilePair[]): string {
  const key = pairs.find((pair) => pair.catalog === catalog)?.source.document.units[0]?.key;
  return key === undefined ? '' : `, which are such as "${formatKey(key)}"`;
}
