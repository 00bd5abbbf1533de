import { keyId } from '../../model/index.js';
import type { InsertEdit, Key } from '../../model/index.js';
import { isItem, lacksComma } from './commas.js';
import { noRoom, type PlacedInsert } from './edits.js';
import { getOrSet } from './maps.js';
import type { Landing, Node, TreeFile, TreeFormat } from './tree.js';
import type { TreeIndex } from './tree-index.js';

/** A file with its format's own functions. */
export interface Insertion<F extends TreeFile> {
  readonly index: TreeIndex<F>;
  readonly format: TreeFormat<F>;
}

/** New values that follow one node of a container. */
export interface Run<N extends Node> extends Landing<N> {
  readonly edits: InsertEdit[];
}

/** A file whose leaving values are removed by the same edits. */
export interface Landings<F extends TreeFile> extends Insertion<F> {
  readonly leaving: ReadonlySet<Node>;
  /** Whether a child is keyed by its position. */
  readonly isElement: (child: F['root'], parent: F['root']) => boolean;
}

/** Elements of lists that are removed and get a new value of another shape, by key id. */
export type ReplacedElements = ReadonlyMap<string, Node>;

/** New values by place, those in inner containers first. @throws EditError */
export function runsOf<F extends TreeFile>(
  inserts: readonly PlacedInsert[],
  landings: Landings<F> & { readonly replaced: ReplacedElements },
): readonly Run<F['root']>[] {
  const { index, format, replaced } = landings;
  const runs = new Map<F['root'], Map<number, Run<F['root']>>>();
  for (const { edit, anchor } of inserts) {
    const { parent: found, filler } = landing(edit.key, landings);
    const node = anchor === null ? undefined : index.leafAt(anchor);
    const { children = [] } = found;
    const isList = format.isList?.(found, index.file) === true;
    const last = isList ? children.length - 1 : lastBefore(children, node?.block.end ?? 0);
    const first = filler === undefined ? -1 : children.indexOf(filler);
    const own = { parent: found, behind: Math.max(last, first) };
    const element = replaced.get(keyId(edit.key.slice(0, found.key.length + 1)));
    const { parent, behind } =
      element === undefined
        ? (format.land?.(edit, own, index.file) ?? own)
        : { parent: found, behind: children.indexOf(element) - 1 };
    const here = getOrSet(runs, parent, () => new Map<number, Run<F['root']>>());
    getOrSet(here, behind, () => ({ parent, behind, edits: [] })).edits.push(edit);
  }
  // If a container ends with its last value, whatever follows the container is inserted at the same
  // offset.
  const inner = [...runs].sort(([a], [b]) => b.key.length - a.key.length);
  return inner.flatMap(([, here]) => [...here.values()]);
}

/** Index of the last child that stays, among items or among all others; -1 if there is none. */
export type LastLeft = (parent: Node, isAmongItems: boolean) => number;

/** Computed once per container, however many values are added there. */
export function lastsLeft(gone: ReadonlySet<Node>): LastLeft {
  const known = { items: new Map<Node, number>(), others: new Map<Node, number>() };
  return (parent, isAmongItems) =>
    getOrSet(isAmongItems ? known.items : known.others, parent, () =>
      (parent.children ?? []).findLastIndex(
        (child) => isItem(child) === isAmongItems && !gone.has(child),
      ),
    );
}

interface Behind {
  readonly behind: number;
  readonly left: number;
  readonly isAlike: (child: Node) => boolean;
  readonly gone: ReadonlySet<Node>;
}

/** The first child from an index on that stays. */
export function firstFrom<N extends Node>(
  children: readonly N[],
  { behind, left, isAlike, gone }: Behind,
): N | undefined {
  for (let at = behind + 1; at <= left; at += 1) {
    const child = children[at];
    if (child !== undefined && isAlike(child) && !gone.has(child)) return child;
  }
  return undefined;
}

/**
 * If the last items are removed and had no final comma, everything added among them is one run, and
 * only the last of it has no comma.
 */
export function joinedAtEnd<N extends Node>(
  runs: readonly Run<N>[],
  gone: ReadonlySet<Node>,
  lastLeft: LastLeft,
): readonly Run<N>[] {
  const byParent = new Map<N, Run<N>[]>();
  for (const run of runs) getOrSet(byParent, run.parent, () => []).push(run);
  const others = new Set<Run<N>>();
  for (const [parent, own] of byParent) {
    const last = parent.children?.findLast(isItem);
    if (last === undefined || !gone.has(last) || !lacksComma(last)) continue;
    const left = lastLeft(parent, true);
    const [first, ...rest] = own.filter(({ behind }) => behind >= left).sort(byPlace);
    for (const run of rest) {
      first?.edits.push(...run.edits);
      others.add(run);
    }
  }
  return runs.filter((run) => !others.has(run));
}

function byPlace(a: Landing, b: Landing): number {
  return a.behind - b.behind;
}

/**
 * The innermost existing container for a new key, and the child that it follows.
 * @throws EditError `existing-key` if a value is in the way
 */
export function landing<F extends TreeFile>(
  key: Key,
  landings: Landings<F>,
): { readonly parent: F['root']; readonly filler?: F['root'] } {
  const { index, format, leaving } = landings;
  const { keysGoOn } = format;
  for (let length = key.length - 1; length > 0; length -= 1) {
    const path = key.slice(0, length);
    const container = index.containerAt(path);
    if (container !== undefined && isReshaped(container, key, landings)) continue;
    if (container !== undefined) return { parent: container };
    const filler = index.fillerAt(path);
    if (filler !== undefined) return { parent: index.file.root, filler };
    if (keysGoOn === true || index.leavesAt(path).every((node) => leaving.has(node))) continue;
    throw noRoom(key, path);
  }
  return { parent: index.file.root };
}

/** Whether an element of a list is a list, and its new values are not, or the reverse. */
function isReshaped<F extends TreeFile>(
  element: F['root'],
  key: Key,
  { index, format, leaving, isElement }: Landings<F>,
): boolean {
  const { length } = element.key;
  const isList = format.isList?.(element, index.file) === true;
  if (isList === /^\d+$/.test(key[length] ?? '')) return false;
  const list = index.containerAt(element.key.slice(0, length - 1));
  if (list?.children?.includes(element) !== true) return false;
  return isElement(element, list) && isLeaving(element, leaving);
}

/** Whether all values of a node are removed. */
export function isLeaving(node: Node, leaving: ReadonlySet<Node>): boolean {
  const { children = [] } = node;
  if (children.length === 0) return leaving.has(node);
  return children.every((child) => isLeaving(child, leaving));
}

/** Index of the last node that starts before an offset; nodes are in file order. */
function lastBefore(nodes: readonly Node[], offset: number): number {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.block.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
