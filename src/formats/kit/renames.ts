import { type InsertEdit, type Key, keyId, type RemoveEdit, type Unit } from '../../model/index.js';
import type { PlacedInsert, SortedEdits } from './edits.js';
import { isLineEnd } from './layout.js';
import { getOrSet } from './maps.js';
import type { Splice } from './splices.js';
import type { NewNode, Node, Place, TreeFile } from './tree.js';

/** The nodes of a file, for renames. */
export interface NamedNodes<N extends Node = Node> {
  readonly text: string;
  readonly units: readonly Unit[];
  readonly leafAt: (key: Key) => N | undefined;
  /** All nodes with a value at a key. */
  readonly leavesAt: (key: Key) => readonly N[];
  readonly containerAt: (key: Key) => N | undefined;
  readonly isList: (parent: N) => boolean;
  /** A name written in the style of another. */
  readonly rename: (name: string, written: string) => string;
}

/**
 * Values that get another key but are otherwise unchanged, with everything else that the file says
 * about them.
 */
export interface Renames<N extends Node = Node> {
  /** New names of nodes that stay in their place. */
  readonly splices: readonly Splice[];
  /** Removals that are not renames. */
  readonly removes: readonly RemoveEdit[];
  readonly inserts: readonly PlacedInsert[];
  /** Nodes that move to another place, by `keyId` of their new key. */
  readonly moved: ReadonlyMap<string, N>;
}

/** A node whose values all get the same new name. */
interface Renamed<N extends Node = Node> {
  readonly node: N;
  readonly to: Key;
  readonly edits: readonly InsertEdit[];
}

/**
 * Finds renames. A value stays in its place unless the source has another one between it and the
 * one that it should follow, which may be itself.
 */
export function renamesIn<N extends Node>(
  { removes, inserts }: Pick<SortedEdits, 'removes' | 'inserts'>,
  nodes: NamedNodes<N> | undefined,
): Renames<N> {
  const renamed = nodes === undefined ? [] : findRenamed({ removes, inserts }, nodes);
  if (nodes === undefined || renamed.length === 0)
    return { splices: [], removes, inserts, moved: new Map() };
  const byEdit = new Map(renamed.flatMap((one) => one.edits.map((edit) => [edit, one] as const)));
  const starts = startsOfKnown(nodes, renamed);
  const inPlace = new Set<Renamed>();
  const left: PlacedInsert[] = [];
  const lasts = new Map<Key | null, Key | null>();
  for (const placed of inserts) {
    const { edit, anchor } = placed;
    const one = byEdit.get(edit);
    if (one !== undefined && inPlace.has(one)) continue;
    const after = lasts.get(anchor) ?? anchor;
    const from = after === null ? -1 : startOf(nodes, after);
    const to = one === undefined ? -1 : firstIn(one.node);
    if (one === undefined || from > to || starts.some((start) => start > from && start < to))
      left.push({ edit, anchor: after });
    else {
      inPlace.add(one);
      lasts.set(anchor, one.edits.at(-1)?.movedFrom ?? after);
    }
  }
  const done = new Set([...inPlace].flatMap(({ edits }) => edits.map(oldId)));
  return {
    splices: [...inPlace].flatMap(({ node, to }) => newName(to, node, nodes)),
    removes: removes.filter(({ key }) => !done.has(keyId(key))),
    inserts: left,
    moved: new Map(
      renamed.filter((one) => !inPlace.has(one)).map(({ node, to }) => [keyId(to), node]),
    ),
  };
}

/** The lines of a node that moves within its container; undefined if it is written anew. */
export function movedLines<F extends TreeFile>(
  { key }: NewNode,
  { parent, isInLine }: Place<F>,
  {
    renames,
    nodes,
  }: {
    readonly renames: Renames<F['root']>;
    readonly nodes: NamedNodes<F['root']> | undefined;
  },
): string | undefined {
  const node = renames.moved.get(keyId(key));
  if (node === undefined || nodes === undefined || isInLine || node.comma !== undefined)
    return undefined;
  const { text } = nodes;
  const { start, end } = node.block;
  const isLines = start === 0 || isLineEnd(text.charCodeAt(start - 1));
  if (!isLines || !isLineEnd(text.charCodeAt(end - 1))) return undefined;
  if (parent.children?.includes(node) !== true) return undefined;
  return newName(key, node, nodes).reduce(
    (lines, name) => lines.slice(0, name.start - start) + name.text + lines.slice(name.end - start),
    text.slice(start, end),
  );
}

function newName(
  to: Key,
  { named }: Node,
  { text, rename }: Pick<NamedNodes, 'text' | 'rename'>,
): readonly Splice[] {
  if (named === undefined) return [];
  return [{ ...named, text: rename(to.at(-1) ?? '', text.slice(named.start, named.end)) }];
}

function findRenamed<N extends Node>(
  { removes, inserts }: Pick<SortedEdits, 'removes' | 'inserts'>,
  { leafAt, leavesAt, containerAt, isList }: NamedNodes<N>,
): readonly Renamed<N>[] {
  if (inserts.every(({ edit }) => edit.movedFrom === undefined)) return [];
  const removed = new Set(removes.map(({ key }) => keyId(key)));
  const groups = new Map<string, { from: Key; to: Key; edits: InsertEdit[] }>();
  const others: InsertEdit[] = [];
  for (const { edit } of inserts) {
    const depth = renamedAt(edit);
    const { movedFrom = [], key } = edit;
    const isSame = leafAt(movedFrom)?.unit?.text === edit.text;
    const isAll = leavesAt(movedFrom).length === 1 && removed.has(keyId(movedFrom));
    if (depth === undefined || !isSame || !isAll) {
      others.push(edit);
      continue;
    }
    const [from, to] = [movedFrom.slice(0, depth + 1), key.slice(0, depth + 1)];
    const id = `${keyId(from)}\n${keyId(to)}`;
    getOrSet(groups, id, () => ({ from, to, edits: [] })).edits.push(edit);
  }
  // A new value beside them would not find a container with the new name.
  const taken = new Set(others.flatMap(({ key }) => key.map((_, i) => keyId(key.slice(0, i + 1)))));
  const targets = new Map<string, number>();
  for (const { to } of groups.values()) targets.set(keyId(to), (targets.get(keyId(to)) ?? 0) + 1);
  return [...groups.values()].flatMap(({ from, to, edits }): readonly Renamed<N>[] => {
    const node = containerAt(from) ?? leafAt(from);
    if (node?.named === undefined || leavesIn(node).length !== edits.length) return [];
    const parent = containerAt(from.slice(0, -1));
    if (parent !== undefined && isList(parent)) return [];
    const id = keyId(to);
    const isTaken = taken.has(id) || targets.get(id) !== 1;
    return isTaken || (containerAt(to) ?? leafAt(to)) !== undefined ? [] : [{ node, to, edits }];
  });
}

/** Index of the only segment in which the new key differs from the old one. */
function renamedAt({ key, movedFrom }: InsertEdit): number | undefined {
  if (movedFrom?.length !== key.length) return undefined;
  const depth = key.findIndex((name, i) => name !== movedFrom[i]);
  const isOne = key.slice(depth + 1).every((name, i) => name === movedFrom[depth + 1 + i]);
  return depth >= 0 && isOne ? depth : undefined;
}

/** Offsets of values that the source also has. */
function startsOfKnown(
  { units }: Pick<NamedNodes, 'units'>,
  renamed: readonly Renamed[],
): readonly number[] {
  const source = renamed[0]?.edits[0]?.from?.document.units ?? units;
  const known = new Set(source.map(({ key }) => keyId(key)));
  return units.filter(({ key }) => known.has(keyId(key))).map(({ range }) => range.start);
}

function startOf({ leafAt }: Pick<NamedNodes, 'leafAt'>, key: Key): number {
  return leafAt(key)?.unit?.range.start ?? -1;
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
