import { isLineEnd } from './layout.js';
import type { Splice } from './splices.js';
import type { Landing, Node } from './tree.js';

/** Removed and added items of a file. */
interface Changes {
  readonly text: string;
  readonly root: Node;
  /** Removed nodes, in file order. */
  readonly gone: readonly Node[];
  /** Places of the new nodes. */
  readonly runs: readonly Landing[];
}

/**
 * Splices for commas that are missing or superfluous after the changes: a comma is added after an
 * item that is no longer the last, and removed after one that has become the last if the previous
 * last item had none.
 */
export function commaSplices({ text, root, gone, runs }: Changes): readonly Splice[] {
  const leaving = new Set(gone.filter(isItem));
  const ends = new Map<Node, number>();
  for (const { parent, behind } of runs)
    if (isItem(parent.children?.[behind]))
      ends.set(parent, Math.max(behind, ends.get(parent) ?? -1));
  const touched = new Set([...ends.keys(), ...parentsOf(root, leaving)]);
  return [...touched].flatMap((parent): readonly Splice[] => {
    // In PHP, statements are siblings of the items of an array.
    const items = (parent.children ?? []).filter(isItem);
    const last = items.findLast((item) => !leaving.has(item));
    if (last?.comma === undefined) return [];
    const { start, end } = last.comma;
    const at = parent.children?.lastIndexOf(last) ?? 0;
    if (at <= (ends.get(parent) ?? -1)) return start === end ? [{ start, end, text: ',' }] : [];
    if (last === items.at(-1) || start === end || !lacksComma(items.at(-1))) return [];
    const isLine = isLineEnd(text.charCodeAt(last.block.end - 1));
    return [{ start, end: isLine ? end : Math.max(end, last.block.end), text: '' }];
  });
}

/** Whether a node is an item of a comma-separated container, with or without its comma. */
export function isItem(node: Node | undefined): boolean {
  return node?.comma !== undefined;
}

export function lacksComma(node: Node | undefined): boolean {
  return node?.comma !== undefined && node.comma.start === node.comma.end;
}

/** The containers of some nodes. */
function parentsOf(root: Node, nodes: ReadonlySet<Node>): readonly Node[] {
  if (nodes.size === 0) return [];
  const parents: Node[] = [];
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const { children = [] } = node;
    if (children.some((child) => nodes.has(child))) parents.push(node);
    open.push(...children.filter(({ children: inner }) => inner !== undefined));
  }
  return parents;
}
