import { foldLook, twins, formatKey } from '../../../model/index.js';
import type { Document, Problem, Unit } from '../../../model/index.js';
import { positionOf } from '../../units/unit-position.js';
import type { FilePair } from '../files.js';

const OTHER_THAN_ASCII = /[^\0-\x7f]/;

/**
 * Warnings for keys of a source file that look alike: they differ only in Unicode normalization or
 * in invisible characters. Keys are never normalized, so these are two keys.
 */
export function similarKeys(pairs: readonly Pick<FilePair, 'source'>[]): readonly Problem[] {
  return pairs.flatMap(({ source: { document, path } }) => problemsOf(document, path));
}

function problemsOf(document: Document, file: string): readonly Problem[] {
  const { units } = document;
  // An ASCII key may look like one with an invisible character.
  if (!units.some(({ key }) => key.some((part) => OTHER_THAN_ASCII.test(part)))) return [];
  return twins(units, lookOf).flatMap((group) => {
    const [first, ...others] = group.filter(isFirstOfItsKey);
    if (first === undefined) return [];
    return others.map((unit): Problem => {
      const key = formatKey(unit.key);
      const message = `The key looks the same as another one in this file, but is a different key: it differs ${difference(first, unit)}`;
      const place = { file, ...positionOf(document, unit), key };
      return { code: 'similar-keys', severity: 'warning', message, ...place };
    });
  });
}

function lookOf({ key }: Unit): string {
  return key.map(foldLook).join('\0');
}

/** Whether it is the first of equal keys: duplicates are another problem. */
function isFirstOfItsKey({ key }: Unit, at: number, group: readonly Unit[]): boolean {
  const name = key.join('\0');
  return group.findIndex((other) => other.key.join('\0') === name) === at;
}

function difference(a: Unit, b: Unit): string {
  const [one, other] = [a, b].map(({ key }) => key.join('\0').normalize('NFC'));
  return one === other ? 'only in its Unicode normalization' : 'only in invisible characters';
}
