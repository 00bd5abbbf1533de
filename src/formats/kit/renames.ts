import { keyId } from '../../model/index.js';
import type { InsertEdit, Key, RemoveEdit } from '../../model/index.js';
import type { PlacedInsert, SortedEdits } from './edits.js';
import { isLineEnd } from './layout.js';
import { getOrSet } from './maps.js';
import type { Splice } from './splices.js';
import type { NewNode, Node, Place, TreeFile, TreeFormat } from './tree.js';
import type { TreeIndex } from './tree-index.js';

/** Which values go to another key and stay what they are, with all that their file says beside. */
export interface Renames<F extends TreeFile = TreeFile> {
  /** New names of those that stay in their place. */
  readonly splices: readonly Splice[];
  /** Edits of all others. */
  readonly removes: readonly RemoveEdit[];
  readonly inserts: readonly PlacedInsert[];
  /** Nodes that go to another place, by `keyId` of their new key. */
  readonly moved: ReadonlyMap<string, F['root']>;
}

/** A node whose values all go to the same other name. */
interface Renamed<N extends Node = Node> {
  readonly node: N;
  readonly to: Key;
  readonly edits: readonly InsertEdit[];
}

/**
 * A value stays in its place unless the source has another between it and the one that it is to
 * stand behind.
 */
export function renamesIn<F extends TreeFile>(
  { removes, inserts }: SortedEdits,
  index: TreeIndex<F>,
  format: TreeFormat<F>,
): Renames<F> {
  const none = { splices: [], removes, inserts, moved: new Map<string, F['root']>() };
  const { rename } = format;
  if (rename === undefined) return none;
  const renamed = findRenamed({ removes, inserts }, index, format);
  if (renamed.length === 0) return none;
  const byEdit = new Map(renamed.flatMap((one) => one.edits.map((edit) => [edit, one] as const)));
  const starts = startsOfKnown(index, renamed);
  const inPlace = new Set<Renamed>();
  const left: PlacedInsert[] = [];
  const lasts = new Map<Key | null, Key | null>();
  for (const placed of inserts) {
    const { edit, anchor } = placed;
    const one = byEdit.get(edit);
    if (one !== undefined && inPlace.has(one)) continue;
    const after = lasts.get(anchor) ?? anchor;
    const from = after === null ? -1 : startOf(index, after);
    const to = one === undefined ? -1 : firstIn(one.node);
    if (one === undefined || from >= to || starts.some((start) => start > from && start < to))
      left.push({ edit, anchor: after });
    else {
      inPlace.add(one);
      lasts.set(anchor, one.edits.at(-1)?.movedFrom ?? after);
    }
  }
  const done = new Set([...inPlace].flatMap(({ edits }) => edits.map(oldId)));
  const { file } = index;
  return {
    splices: [...inPlace].flatMap(({ node, to }) => newName(to, node, { rename, file })),
    removes: removes.filter(({ key }) => !done.has(keyId(key))),
    inserts: left,
    moved: new Map(
      renamed.filter((one) => !inPlace.has(one)).map(({ node, to }) => [keyId(to), node]),
    ),
  };
}

/** The lines of a node that goes to another place of its container; undefined: it is written anew. */
export function movedLines<F extends TreeFile>(
  { key }: NewNode,
  { file, parent, isInLine }: Place<F>,
  { renames, format: { rename } }: { readonly renames: Renames<F>; readonly format: TreeFormat<F> },
): string | undefined {
  const node = renames.moved.get(keyId(key));
  if (node === undefined || rename === undefined || isInLine || node.comma !== undefined)
    return undefined;
  const { text } = file;
  const { start, end } = node.block;
  const isLines = start === 0 || isLineEnd(text.charCodeAt(start - 1));
  if (!isLines || !isLineEnd(text.charCodeAt(end - 1))) return undefined;
  if (parent.children?.includes(node) !== true) return undefined;
  return newName(key, node, { rename, file }).reduce(
    (lines, name) => lines.slice(0, name.start - start) + name.text + lines.slice(name.end - start),
    text.slice(start, end),
  );
}

function newName<F extends TreeFile>(
  to: Key,
  { named }: Node,
  { rename, file }: { readonly rename: NonNullable<TreeFormat<F>['rename']>; readonly file: F },
): readonly Splice[] {
  if (named === undefined) return [];
  const written = file.text.slice(named.start, named.end);
  return [{ ...named, text: rename(to.at(-1) ?? '', written, file) }];
}

function findRenamed<F extends TreeFile>(
  { removes, inserts }: Pick<SortedEdits, 'removes' | 'inserts'>,
  index: TreeIndex<F>,
  format: TreeFormat<F>,
): readonly Renamed<F['root']>[] {
  const removed = new Set(removes.map(({ key }) => keyId(key)));
  const groups = new Map<string, { from: Key; to: Key; edits: InsertEdit[] }>();
  const others: InsertEdit[] = [];
  for (const { edit } of inserts) {
    const depth = renamedAt(edit);
    const { movedFrom = [], key } = edit;
    const isSame = index.leafAt(movedFrom)?.unit?.text === edit.text;
    const isAll = index.leavesAt(movedFrom).length === 1 && removed.has(keyId(movedFrom));
    if (depth === undefined || !isSame || !isAll) {
      others.push(edit);
      continue;
    }
    const [from, to] = [movedFrom.slice(0, depth + 1), key.slice(0, depth + 1)];
    const id = `${keyId(from)}\n${keyId(to)}`;
    getOrSet(groups, id, () => ({ from, to, edits: [] })).edits.push(edit);
  }
  // A new value beside them would find no container of the new name.
  const taken = new Set(others.flatMap(({ key }) => key.map((_, i) => keyId(key.slice(0, i + 1)))));
  const targets = new Map<string, number>();
  for (const { to } of groups.values()) targets.set(keyId(to), (targets.get(keyId(to)) ?? 0) + 1);
  return [...groups.values()].flatMap(({ from, to, edits }): readonly Renamed<F['root']>[] => {
    const node = index.containerAt(from) ?? index.leafAt(from);
    if (node?.named === undefined || leavesIn(node).length !== edits.length) return [];
    const parent = index.containerAt(from.slice(0, -1));
    if (parent !== undefined && format.isList?.(parent, index.file) === true) return [];
    const id = keyId(to);
    const isTaken = taken.has(id) || targets.get(id) !== 1;
    const isThere = index.containerAt(to) !== undefined || index.leafAt(to) !== undefined;
    return isTaken || isThere ? [] : [{ node, to, edits }];
  });
}

/** The one segment in which the new key differs from the old one. */
function renamedAt({ key, movedFrom }: InsertEdit): number | undefined {
  if (movedFrom?.length !== key.length) return undefined;
  const depth = key.findIndex((name, i) => name !== movedFrom[i]);
  const isOne = key.slice(depth + 1).every((name, i) => name === movedFrom[depth + 1 + i]);
  return depth >= 0 && isOne ? depth : undefined;
}

/** Where values stand that the source has as well. */
function startsOfKnown<F extends TreeFile>(
  { units }: TreeIndex<F>,
  renamed: readonly Renamed[],
): readonly number[] {
  const source = renamed[0]?.edits[0]?.from?.document.units ?? units;
  const known = new Set(source.map(({ key }) => keyId(key)));
  return units.filter(({ key }) => known.has(keyId(key))).map(({ range }) => range.start);
}

function startOf<F extends TreeFile>(index: TreeIndex<F>, key: Key): number {
  return index.leafAt(key)?.unit?.range.start ?? -1;
}

function firstIn(node: Node): number {
  return leavesIn(node)[0]?.unit?.range.start ?? -1;
}

function leavesIn(node: Node): readonly Node[] {
  const { unit, children = [] } = node;
  return [...(unit === undefined ? [] : [node]), ...children.flatMap(leavesIn)];
}

function oldId({ movedFrom = [] }: InsertEdit): string {
  return keyId(movedFrom);
}
