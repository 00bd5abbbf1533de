import type { ResolvedConfig } from '../config/resolved.js';
import { formatKey } from '../model/index.js';
import type { Problem } from '../model/index.js';
import { sourceProblem } from '../text/index.js';
import type { FilePair } from './files.js';
import { keyMatcher } from './key-glob.js';
import { positionOf } from './positions.js';

/** Warnings of source texts that are broken by themselves: their targets are as broken, and no run can mend them. */
export function sourceProblems(
  { rules }: ResolvedConfig,
  pairs: readonly FilePair[],
): readonly Problem[] {
  if (rules['icu-syntax'] === 'off') return [];
  return pairs.flatMap(({ catalog, source: { document, path, syntax } }) => {
    const isExcluded = keyMatcher(catalog.excludedKeys);
    return document.units.flatMap((unit): Problem[] => {
      const { kind, text, inline, translate, key } = unit;
      if (kind === 'raw' || translate === false) return [];
      const found = sourceProblem(text, { syntax, inline });
      if (found === undefined || isExcluded(key)) return [];
      const place = { file: path, ...positionOf(document, unit), key: formatKey(key) };
      return [{ ...found, severity: 'warning', ...place }];
    });
  });
}
