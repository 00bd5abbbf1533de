import type { Document } from '../model/index.js';
import { keySign, pluralForm, writtenKey } from './separators.js';
import type { KeySeparators } from './separators.js';
import type { CodeKey } from './types.js';

interface Catalog {
  readonly document: Document;
  readonly wanted: readonly CodeKey[];
}

/**
 * For catalogs that a library without namespaces merges: assigns a key to the catalog that has it,
 * or else has keys of its group, or else to its original one. Pure.
 */
export function withMerged<C extends Catalog>(
  catalogs: readonly C[],
  separators: KeySeparators,
): readonly C[] {
  if (catalogs.length < 2) return catalogs;
  const sign = keySign(separators.key);
  const names = new Map(catalogs.map((one) => [one, namesOf(one.document, separators)]));
  const homes = new Map<string, C>();
  for (const [one, own] of names)
    for (const name of own) if (!homes.has(name)) homes.set(name, one);
  const wanted = new Map<C, CodeKey[]>(catalogs.map((one) => [one, []]));
  for (const own of catalogs) {
    const homeOf = (name: string): C | undefined =>
      names.get(own)?.has(name) === true ? own : homes.get(name);
    for (const key of own.wanted) {
      const wholes = key.namespace === undefined ? wholesOf(key.key, sign) : [];
      const home = wholes.map(homeOf).find((one) => one !== undefined) ?? own;
      wanted.get(home)?.push(key);
    }
  }
  return catalogs.map((one) => ({ ...one, wanted: wanted.get(one) ?? [] }));
}

/** Keys, with and without plural suffixes, and their groups. */
function namesOf({ units }: Document, separators: KeySeparators): ReadonlySet<string> {
  const form = pluralForm(separators.plural);
  const sign = keySign(separators.key);
  const names = units.map(({ key }) => writtenKey(key, separators));
  const stems = form === undefined ? [] : names.map((name) => name.replace(form, ''));
  return new Set([...names, ...stems].flatMap((name) => wholesOf(name, sign)));
}

/** `a.b.c`, `a.b`, `a`. */
function wholesOf(name: string, sign: string): readonly string[] {
  const parts = name.split(sign);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join(sign));
}
