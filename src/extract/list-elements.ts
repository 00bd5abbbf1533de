import { keyId } from '../model/index.js';
import type { Key } from '../model/index.js';

/**
 * Which of these unused keys can be removed: an element of a list stays while a later one is in
 * use, because that one would get its number.
 */
export function withoutEarlierElements(
  unused: readonly Key[],
  keys: Iterable<Key>,
): readonly Key[] {
  if (unused.every((key) => elementsOf(key).length === 0)) return unused;
  const isUnused = new Set(unused.map(keyId));
  const lists = new Set<string>();
  const last = new Map<string, number>();
  for (const key of keys) {
    for (const { list, index } of elementsOf(key)) {
      if (index === 0) lists.add(list);
      if (!isUnused.has(keyId(key))) last.set(list, Math.max(index, last.get(list) ?? 0));
    }
  }
  const isBefore = ({ list, index }: Element): boolean =>
    lists.has(list) && index < (last.get(list) ?? 0);
  return unused.filter((key) => !elementsOf(key).some(isBefore));
}

interface Element {
  /** `keyId` of the list. */
  readonly list: string;
  readonly index: number;
}

/** The elements of lists that a key leads through. Numbers without a 0 are names. */
function elementsOf(key: Key): readonly Element[] {
  return key.flatMap((name, at) =>
    /^\d+$/.test(name) ? [{ list: keyId(key.slice(0, at)), index: Number(name) }] : [],
  );
}
