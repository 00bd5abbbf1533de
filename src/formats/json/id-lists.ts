import { isTranslation, isUsableId, mayName, namesOf } from '../kit/id-lists.js';
import type { Listed, ListNames } from '../kit/id-lists.js';
import { ARRAY, LITERAL, OBJECT, STRING, type Tree } from './tree.js';

/** Names of the elements of each array whose elements are keyed by a member, in file order. */
export type IdLists = ReadonlyMap<number, ListNames>;

const NONE: IdLists = new Map();

export function idListsOf(tree: Tree): IdLists {
  if (!tree.listsObjects) return NONE;
  const lists = new Map<number, ListNames>();
  for (let node = 0; node < tree.count; node += 1) {
    if (tree.kind(node) !== ARRAY) continue;
    const names = namesOf(tree.children(node).map((element) => listed(tree, element)));
    if (names !== undefined) lists.set(node, names);
  }
  return lists;
}

/** Whether a member is the id by which its element is keyed. */
export function isId(tree: Tree, node: number, lists: IdLists): boolean {
  if (lists.size === 0 || tree.keyStart(node) === -1) return false;
  return lists.get(tree.parent(tree.parent(node)))?.by === tree.key(node);
}

function listed(tree: Tree, element: number): Listed {
  const ids = new Map<string, { id: string; isText: boolean }>();
  const texts: string[] = [];
  const object = tree.kind(element) === OBJECT;
  for (let node = object ? tree.first(element) : -1; node !== -1; node = tree.next(node)) {
    const key = tree.key(node);
    const id = mayName(key) ? idAt(tree, node) : undefined;
    if (id !== undefined) ids.set(key, { id, isText: tree.kind(node) === STRING });
    if (isTranslation(key) || holdsText(tree, node)) texts.push(key);
  }
  return { ids, texts };
}

function holdsText(tree: Tree, node: number): boolean {
  return tree.kind(node) === STRING || tree.first(node) !== -1;
}

function idAt(tree: Tree, node: number): string | undefined {
  if (tree.isContainer(node)) return undefined;
  const id = tree.kind(node) === LITERAL ? tree.raw(node) : tree.string(node);
  return isUsableId(id) && id !== 'null' ? id : undefined;
}
