import type { Key } from '../model/index.js';
import { literal } from './literal.js';

/** Messages by the segments of their keys. */
export type Tree<T> = ReadonlyMap<string, T | Tree<T>>;

/**
 * A tree of keys. Where a text is in the way of a group, the rest of the key is one name, as in
 * catalogs that have `a` and `a.b` side by side.
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

/** The tree as an object type, sorted, so that it is the same however a catalog orders its keys. */
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
