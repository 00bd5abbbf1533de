import type { Key, PluralCategory } from '../../model/index.js';
import type { Tree } from '../json/tree.js';
import { isCategory } from '../kit/categories.js';
import { objectAt, stringAt } from './catalog.js';

/**
 * A text of a localization: the only one, or one of several that vary by number, device or width.
 */
export interface Leaf {
  /**
   * Its path: `[]`, `['one']`, `['device', 'mac']`, `['width', '20']`,
   * `['substitutions', 'files', 'one']`.
   */
  readonly path: Key;
  /** Its `stringUnit`. */
  readonly node: number;
  readonly text: string;
  readonly plural?: PluralCategory;
}

/** The texts of a localization, in file order. */
export function leavesOf(tree: Tree, node: number, path: Key = []): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const unit = objectAt(tree, node, 'stringUnit');
  const text = unit === undefined ? undefined : stringAt(tree, unit, 'value');
  if (unit !== undefined && text !== undefined) leaves.push({ path, node: unit, text });
  const variations = objectAt(tree, node, 'variations');
  if (variations !== undefined) leaves.push(...variants(tree, variations, path));
  for (const [name, child] of objectsIn(tree, objectAt(tree, node, 'substitutions')))
    leaves.push(...leavesOf(tree, child, [...path, 'substitutions', name]));
  return leaves;
}

function variants(tree: Tree, variations: number, path: Key): Leaf[] {
  const leaves: Leaf[] = [];
  for (const [name, group] of objectsIn(tree, variations))
    for (const [variant, child] of objectsIn(tree, group)) {
      if (name !== 'plural') leaves.push(...leavesOf(tree, child, [...path, name, variant]));
      else if (isCategory(variant)) {
        const own = [...path, variant];
        for (const leaf of leavesOf(tree, child, own))
          leaves.push(leaf.path.length === own.length ? { ...leaf, plural: variant } : leaf);
      }
    }
  return leaves;
}

function objectsIn(tree: Tree, node: number | undefined): [name: string, child: number][] {
  if (node === undefined) return [];
  return tree
    .children(node)
    .filter((child) => tree.kind(child) === 0)
    .map((child) => [tree.key(child), child]);
}

/** The names of members from a localization to the text at a path. */
export function membersTo(path: Key): string[] {
  const names: string[] = [];
  for (let at = 0; at < path.length; at += 1) {
    const name = path[at] ?? '';
    if (isCategory(name)) names.push('variations', 'plural', name);
    else {
      at += 1;
      if (name !== 'substitutions') names.push('variations');
      names.push(name, path[at] ?? '');
    }
  }
  return names;
}

export function isPrefix(short: Key, long: Key): boolean {
  return short.length <= long.length && short.every((part, at) => part === long[at]);
}
