import type { Key, Unit } from '../../model/index.js';
import type { Leaf } from './leaves.js';

/**
 * The keys of a file's texts by position: the section, the kind of block, and its index among
 * blocks of that kind in the section. A table row has one key per cell.
 */
export function keysOf(leaves: readonly Leaf[]): readonly (readonly Key[])[] {
  let section = 0;
  let counts = new Map<string, number>();
  return leaves.map(({ kind, parts }) => {
    if (parts.length === 0) return [];
    if (kind === 'heading') {
      section += 1;
      counts = new Map();
      return [[`section-${section}`, kind]];
    }
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    const key = [`section-${section}`, kind, String(count)];
    return kind === 'row' ? parts.map((_, column) => [...key, String(column)]) : [key];
  });
}

type Place = Pick<Unit, 'key' | 'formerKey'>;

/**
 * Keys of a target's texts: those of the corresponding source texts. `formerKey` is their own key
 * if it differs, by which the lock may know them. A text without a counterpart gets a key that no
 * source has.
 */
export function targetKeys(
  own: readonly (readonly Key[])[],
  source: readonly (readonly Key[])[],
  partners: readonly number[],
): readonly (readonly Place[])[] {
  return own.map((keys, i) => {
    const others = source[partners[i] ?? -1];
    return keys.map((key, at): Place => {
      const other = others?.[at];
      if (other === undefined) return { key: ['only here', ...key], formerKey: key };
      const isSame = other.every((segment, depth) => segment === key[depth]);
      return isSame ? { key: other } : { key: other, formerKey: key };
    });
  });
}
