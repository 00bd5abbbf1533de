import type { ResolvedConfig } from '../../../config/index.js';
import { formatKey, keyId, locate } from '../../../model/index.js';
import type { Key, Problem } from '../../../model/index.js';
import type { FilePair } from '../files.js';

/**
 * Warnings for targets that lack keys whose text the source repeats by reference (YAML aliases and
 * merge keys). Such a key is not a unit, so it is neither counted nor written.
 */
export function lackingReferences(
  fallbacks: ResolvedConfig['fallbacks'],
  pairs: readonly FilePair[],
): readonly Problem[] {
  return pairs.flatMap(({ source, targets }) => {
    const references = source.document.references;
    if (references === undefined) return [];
    const shown = source.document.units.flatMap(({ key }) =>
      references
        .usesOf(key)
        .flatMap((use) =>
          references.shows(use.key) && isOfEveryLanguage(use.key) ? [use.key] : [],
        ),
    );
    return targets.flatMap(({ document, path: file, locale }): Problem[] => {
      if (document === undefined || fallbacks[locale] !== undefined) return [];
      const own = new Set(document.units.map((unit) => keyId(unit.key)));
      const lacking = shown.filter(
        (key) => !own.has(keyId(key)) && document.references?.shows(key) !== true,
      );
      const [first] = lacking;
      if (first === undefined) return [];
      const more = lacking.length > 1 ? ` and ${lacking.length - 1} more` : '';
      const message = `${formatKey(first)}${more}, which ${source.path} gets from an alias or a merge key, is missing in this file. Add the alias or the merge key by hand.`;
      const { line, column } = locate(document.text, 0);
      const place = { file, line, column, locale, key: formatKey(first) };
      return [{ code: 'missing-reference', severity: 'warning', message, ...place }];
    });
  });
}

/** Whether every language has the key: plural forms other than `other` depend on the language. */
function isOfEveryLanguage(key: Key): boolean {
  return !/^(?:zero|one|two|few|many)$/.test(key.at(-1) ?? '');
}
