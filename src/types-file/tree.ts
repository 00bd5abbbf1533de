import type { Key } from '../model/index.js';
import { literal } from './literal.js';

/** Messages by the segments of their keys. */
export type Tree<T> = ReadonlyMap<string, T | Tree<T>>;

/**
 * A tree of keys. If a text is where a group would have to be, the rest of the key is one name, as
 * in catalogs that have both `a` and `a.b`.
 */
export function treeOf<T>(entries: Iterable<readonly [Key, T]>): Tree<T> {
  const root = new Map<string, T | Tree<T>>();
  const byDepth = [...entries].sort(([a], [b]) => a.length - b.length);
  for (const [key, value] of byDepth) insert(root, key, value);
  return root;
}

function insert<T>(root: Map<string, T | Tree<T>>, key: Key, value: T): void {
  let group = root;
  for (const [depth, segment] of key.slice(0, -1).entries()) {
    const next = group.get(segment);
    if (next !== undefined && !(next instanceof Map)) {
      group.set(key.slice(depth).join('.'), value);
      return;
    }
    const inner = (next as Map<string, T | Tree<T>> | undefined) ?? new Map<string, T | Tree<T>>();
    group.set(segment, inner);
    group = inner;
  }
  group.set(key.at(-1) ?? '', value);
}

/** The tree as an object type. Sorted, so the order of a catalog's keys makes no difference. */
export function treeText<T>(tree: Tree<T>, leaf: (value: T) => string, indent = '  '): string {
  const lines = [...tree]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => {
      const type =
        value instanceof Map ? treeText(value as Tree<T>, leaf, `${indent}  `) : leaf(value as T);
      return `${indent}${literal(name)}: ${type};\n`;
    });
  return `{\n${lines.join('')}${indent.slice(2)}}`;
}
