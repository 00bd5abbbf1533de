import { keyId } from '../../model/index.js';
import type { InsertEdit, Key } from '../../model/index.js';
import { leafOf, nodeOutOfTurn, noRoom } from './edits.js';
import type { NewNode } from './tree.js';

interface Growing extends NewNode {
  edit?: InsertEdit;
  readonly children: Growing[];
}

/** New values and the containers that they need, in the order of the edits. */
export function newNodes(edits: readonly InsertEdit[], depth: number): readonly NewNode[] {
  const top: Growing[] = [];
  const known = new Map<string, Growing>();
  for (const edit of edits) {
    let list = top;
    // A format may place a value in a container with the same key.
    const first = Math.min(depth + 1, edit.key.length);
    for (let length = first; length <= edit.key.length; length += 1) {
      const key = edit.key.slice(0, length);
      const id = keyId(key);
      let node = known.get(id);
      if (node === undefined) {
        node = { key, children: [] };
        known.set(id, node);
        list.push(node);
      }
      if (length === edit.key.length) node.edit = edit;
      list = node.children;
    }
  }
  return top;
}

/**
 * @throws EditError for a list element whose key is not an index, whose place is taken, or whose
 * preceding elements are missing
 */
export function requireTurns(run: readonly NewNode[], length: number): void {
  const item = run.find(({ key }, i) => key.at(-1) !== String(length + i));
  if (item === undefined) return;
  if (Number(item.key.at(-1)) < length) throw noRoom(leafOf(item).key, item.key);
  throw nodeOutOfTurn(item);
}

/** @throws EditError for an element of a new list that is not the first */
export function requireFirst(item: NewNode): void {
  const { children, key } = item;
  children.forEach(requireFirst);
  const names = children.map((child) => child.key[key.length] ?? '');
  const gap = children[names.findIndex((name, i) => name !== String(i))];
  if (gap === undefined || !names.every((name) => /^\d+$/.test(name))) return;
  const { edit, key: own } = leafOf(gap);
  const from = edit?.from;
  const path = from?.unit.key.slice(0, key.length + from.unit.key.length - own.length) ?? [];
  const isFirst = (other: Key): boolean =>
    other[path.length] === '0' && path.every((name, i) => name === other[i]);
  if (from?.document.units.some((unit) => isFirst(unit.key)) === true) throw nodeOutOfTurn(gap);
}
