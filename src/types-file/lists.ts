import { keyId } from '../model/index.js';
import type { Document } from '../model/index.js';

/** Ends the name of a member before its value: `"0": …`, `0 = …`, `'0' => …`. */
const NAME_END = /[:=>]\s*$/;
/** The most white space that is looked back over. */
const BACK = 200;

/**
 * The lists of a file, as `keyId`s. Their elements are numbered from 0, and a text in them has no
 * name before it.
 */
export function listsIn({ text, units }: Pick<Document, 'text' | 'units'>): ReadonlySet<string> {
  const numbers = new Map<string, Set<string>>();
  const named = new Set<string>();
  for (const { key, range } of units) {
    for (const [at, name] of key.entries()) {
      if (!/^\d+$/.test(name)) continue;
      const group = keyId(key.slice(0, at));
      numbers.set(group, (numbers.get(group) ?? new Set()).add(name));
      const before = text.slice(Math.max(0, range.start - BACK), range.start);
      if (at === key.length - 1 && NAME_END.test(before)) named.add(group);
    }
  }
  const isList = ([group, found]: readonly [string, ReadonlySet<string>]): boolean =>
    !named.has(group) && [...found.keys()].every((_, index) => found.has(String(index)));
  return new Set([...numbers].filter(isList).map(([group]) => group));
}
