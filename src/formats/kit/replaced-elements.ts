import { keyId } from '../../model/index.js';
import type { PlacedInsert } from './edits.js';
import type { Node, TreeFile } from './tree.js';
import { isLeaving, landing, type Landings, type ReplacedElements } from './tree-runs.js';

/**
 * A new value at the position of a removed element replaces it, so that the following elements keep
 * their keys.
 */
export function replacedElements<F extends TreeFile>(
  inserts: readonly PlacedInsert[],
  landings: Landings<F>,
): ReplacedElements {
  const { index, leaving, isElement } = landings;
  const found = new Map<string, Node>();
  if (leaving.size === 0) return found;
  for (const { edit } of inserts) {
    const { parent } = landing(edit.key, landings);
    const key = edit.key.slice(0, parent.key.length + 1);
    const element = index.containerAt(key) ?? index.leafAt(key);
    if (element === undefined || parent.children?.includes(element) !== true) continue;
    if (isElement(element, parent) && isLeaving(element, leaving)) found.set(keyId(key), element);
  }
  return found;
}
