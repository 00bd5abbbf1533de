import { suggestion } from '../../../config/index.js';
import { formatKey, RULE_NAMES } from '../../../model/index.js';
import type { Problem } from '../../../model/index.js';
import { IGNORE, ignoredRules } from '../../units/ignored-rules.js';
import { positionOf } from '../../units/unit-position.js';
import type { FilePair } from '../files.js';

/** Warnings for notes that ignore rules that do not exist. */
export function unknownIgnores(pairs: readonly FilePair[]): readonly Problem[] {
  return pairs.flatMap(({ source: { document, path } }) => {
    // Most files have no such note.
    if (!document.text.includes(IGNORE)) return [];
    return document.units.flatMap((unit): readonly Problem[] => {
      const unknown = ignoredRules(unit.note)?.unknown ?? [];
      return unknown.map((name) => ({
        code: 'option-ignored',
        severity: 'warning',
        message: `The note says ${IGNORE} ${name}, but there is no rule "${name}"${suggestion(name, RULE_NAMES)}`,
        file: path,
        ...positionOf(document, unit),
        key: formatKey(unit.key),
      }));
    });
  });
}
