import { literal } from './literal.js';

/** Segments of a key; those of list elements are numbers. */
export type Path = readonly (string | number)[];

/** Messages by the segments of their keys. */
export type Tree<T> = ReadonlyMap<string | number, T | Tree<T>>;

type Group<T> = Map<string | number, T | Tree<T>>;

/**
 * A tree of keys. If a text is where a group would have to be, the rest of the key is one name, as
 * in catalogs that have both `a` and `a.b`.
 */
export function treeOf<T>(entries: Iterable<readonly [Path, T]>): Tree<T> {
  const root: Group<T> = new Map();
  const byDepth = [...entries].sort(([a], [b]) => a.length - b.length);
  for (const [key, value] of byDepth) insert(root, key, value);
  return root;
}

function insert<T>(root: Group<T>, key: Path, value: T): void {
  let group = root;
  for (const [depth, segment] of key.slice(0, -1).entries()) {
    const next = group.get(segment);
    if (next !== undefined && !(next instanceof Map)) {
      group.set(key.slice(depth).join('.'), value);
      return;
    }
    const inner: Group<T> =
      (next as Group<T> | undefined) ?? new Map<string | number, T | Tree<T>>();
    group.set(segment, inner);
    group = inner;
  }
  group.set(key.at(-1) ?? '', value);
}

interface TextOptions<T> {
  /** Type of a message. */
  readonly leaf: (value: T) => string;
  /** Type of a list with these elements. Default: an object with numbers as names. */
  readonly list: ((elements: readonly string[]) => string) | undefined;
  /** Default: two spaces. */
  readonly indent?: string;
}

/** The tree as an object type. Sorted, so the order of a catalog's keys makes no difference. */
export function treeText<T>(tree: Tree<T>, options: TextOptions<T>): string {
  const { leaf, list, indent = '  ' } = options;
  const textOf = (value: T | Tree<T>): string =>
    value instanceof Map
      ? treeText(value as Tree<T>, { ...options, indent: `${indent}  ` })
      : leaf(value as T);
  const numbers = [...tree.keys()].filter((name) => typeof name === 'number');
  if (list !== undefined && numbers.length > 0 && numbers.length === tree.size) {
    const elements = Array.from({ length: Math.max(...numbers) + 1 }, (_, at) => tree.get(at));
    // Empty texts have no messages.
    return list(elements.map((one) => (one === undefined ? 'string' : textOf(one))));
  }
  const lines = [...tree]
    .map(([name, value]) => [String(name), value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${indent}${literal(name)}: ${textOf(value)};\n`);
  return `{\n${lines.join('')}${indent.slice(2)}}`;
}
