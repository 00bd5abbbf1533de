import { relative } from 'node:path';
import type { ResolvedCatalog, ResolvedConfig } from '../../../config/index.js';
import { formatKey, quoted } from '../../../model/index.js';
import type { Problem } from '../../../model/index.js';
import { keyMatcher } from '../../units/key-glob.js';
import type { FilePair } from '../files.js';

/** How one source file uses the `keys.exclude` of its catalog. */
export interface ExcludeUse {
  readonly catalog: ResolvedCatalog;
  /** Globs that match a key of the file. */
  readonly matched: readonly string[];
  /** A key of the file, for messages; undefined if it has none. */
  readonly example: string | undefined;
}

export function excludeUse({ catalog, source }: Pick<FilePair, 'catalog' | 'source'>): ExcludeUse {
  const { units } = source.document;
  const matched = catalog.excludedKeys.filter((glob) => {
    const matches = keyMatcher([glob]);
    return units.some(({ key }) => matches(key));
  });
  return { catalog, matched, example: units[0] && formatKey(units[0].key) };
}

/**
 * Warnings for globs in `keys.exclude` that match no key, because the texts they should protect
 * would be sent, and for catalogs without any key.
 * @param uses one per source file of the config
 */
export function idleExcludes(
  { catalogs, root, file }: Pick<ResolvedConfig, 'catalogs' | 'root' | 'file'>,
  uses: readonly ExcludeUse[],
): readonly Problem[] {
  return catalogs.flatMap((catalog) => {
    const own = uses.filter((use) => use.catalog === catalog);
    if (isEmpty(own) && catalog.excludedKeys.length === 0)
      return [emptyCatalog(catalog, { root, file })];
    const matched = new Set(own.flatMap((use) => use.matched));
    const idle = catalog.excludedKeys.filter((glob) => !matched.has(glob));
    const place = {
      file: relative(root, file),
      ...(catalog.line === undefined ? {} : { line: catalog.line }),
    };
    return idle.map((glob): Problem => {
      const message = `keys.exclude ${quoted(glob)} matches none of the keys of ${catalog.source}${such(own[0])}; "*" matches any characters`;
      return { code: 'option-ignored', severity: 'warning', message, ...place };
    });
  });
}

/** Whether no source has a key, which may be intended in the middle of work. */
function isEmpty(uses: readonly ExcludeUse[]): boolean {
  return uses.length > 0 && uses.every(({ example }) => example === undefined);
}

function emptyCatalog(
  { source, line }: ResolvedCatalog,
  { root, file }: Pick<ResolvedConfig, 'root' | 'file'>,
): Problem {
  const message = `the source files of ${source} contain no texts to translate`;
  return {
    ...{ code: 'option-ignored', severity: 'warning', message, file: relative(root, file) },
    ...(line === undefined ? {} : { line }),
  };
}

function such({ example }: Partial<ExcludeUse> = {}): string {
  return example === undefined ? '' : ` (keys look like "${example}")`;
}
