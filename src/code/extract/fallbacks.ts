import type { Document } from '../../model/index.js';
import { pluralForm, writtenKey } from './separators.js';
import type { KeySeparators } from './separators.js';
import type { CodeKey } from './types.js';

/**
 * `fallbackNS: ['common']` in i18next: namespaces searched for keys that their own namespace lacks.
 */
const FALLBACK = /\bfallbackNS\s*:\s*(\[[^\][]{0,500}\]|'[^'\n]+'|"[^"\n]+")/g;
const NAME = /'([^'\n]+)'|"([^"\n]+)"/g;

export function fallbacksIn(code: string): readonly string[] {
  return [...code.matchAll(FALLBACK)].flatMap(([, list = '']) =>
    [...list.matchAll(NAME)].map(([, a, b]) => a ?? b ?? ''),
  );
}

interface Catalog {
  readonly namespace: string | undefined;
  readonly document: Document;
  readonly wanted: readonly CodeKey[];
}

/**
 * Removes keys that a fallback namespace has: adding them to their own would hide its text. Pure.
 */
export function withFallbacks<C extends Catalog>(
  catalogs: readonly C[],
  names: readonly string[],
  separators: KeySeparators,
): readonly C[] {
  const fallbacks = catalogs.filter(({ namespace }) => names.includes(namespace ?? ''));
  if (fallbacks.length === 0) return catalogs;
  const known = new Map(catalogs.map((one) => [one, stemsOf(one.document, separators)]));
  const moved = new Map<C, CodeKey[]>(fallbacks.map((one) => [one, []]));
  const rest = catalogs.map((one) => {
    const wanted = one.wanted.filter((key) => {
      if (known.get(one)?.has(key.key) === true) return true;
      const other = fallbacks.find((fallback) => known.get(fallback)?.has(key.key) === true);
      if (other === undefined || other === one) return true;
      moved.get(other)?.push(key);
      return false;
    });
    return { one, wanted };
  });
  return rest.map(({ one, wanted }) => ({
    ...one,
    wanted: [...wanted, ...(moved.get(one) ?? [])],
  }));
}

/** Keys of a catalog, with and without their plural suffixes. */
function stemsOf({ units }: Document, separators: KeySeparators): ReadonlySet<string> {
  const form = pluralForm(separators.plural);
  const names = units.map(({ key }) => writtenKey(key, separators));
  return new Set([...names, ...names.map((name) => (form ? name.replace(form, '') : name))]);
}
