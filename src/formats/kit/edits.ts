import { EditError, formatKey, keyId } from '../../model/index.js';
import type { Edit, InsertEdit, Key, RemoveEdit, SetEdit } from '../../model/index.js';
import type { NewNode } from './tree.js';

/** Edits by kind. `inserts` are in the order of the resulting units. */
export interface SortedEdits {
  readonly sets: readonly SetEdit[];
  readonly removes: readonly RemoveEdit[];
  readonly inserts: readonly PlacedInsert[];
}

export interface PlacedInsert {
  readonly edit: InsertEdit;
  /** The unit of the document that the run of inserts follows. Null: it comes first. */
  readonly anchor: Key | null;
}

/**
 * Checks edits against the units of a document and sorts inserts, so that the order of the edits
 * has no effect.
 * @throws EditError `overlap` for two edits of one key, `unknown-key`, `existing-key`
 */
export function sortEdits(edits: readonly Edit[], has: (key: Key) => boolean): SortedEdits {
  const sets: SetEdit[] = [];
  const removes: RemoveEdit[] = [];
  const inserts: InsertEdit[] = [];
  const seen = new Set<string>();
  for (const edit of edits) {
    const id = keyId(edit.key);
    if (seen.has(id))
      throw new EditError('overlap', edit.key, `There are two edits of ${name(edit.key)}.`);
    seen.add(id);
    if (edit.op === 'insert') inserts.push(edit);
    else if (!has(edit.key))
      throw new EditError('unknown-key', edit.key, `There is no unit ${name(edit.key)}.`);
    else if (edit.op === 'set') sets.push(edit);
    else removes.push(edit);
  }
  for (const edit of inserts)
    if (has(edit.key))
      throw new EditError('existing-key', edit.key, `The unit ${name(edit.key)} already exists.`);
  return { sets, removes, inserts: placeInserts(inserts, has) };
}

function name(key: Key): string {
  return `"${formatKey(key)}"`;
}

/** Follows `after` from insert to insert to a unit of the document. */
function placeInserts(
  inserts: readonly InsertEdit[],
  has: (key: Key) => boolean,
): readonly PlacedInsert[] {
  const ids = new Set(inserts.map((edit) => keyId(edit.key)));
  const behind = new Map<string | null, InsertEdit[]>();
  const roots: (string | null)[] = [];
  const anchors = new Map<string | null, Key | null>();
  for (const edit of inserts) {
    const id = edit.after === null ? null : keyId(edit.after);
    const list = behind.get(id);
    if (list !== undefined) list.push(edit);
    else behind.set(id, [edit]);
    if (list !== undefined || (id !== null && ids.has(id))) continue;
    if (edit.after !== null && !has(edit.after))
      throw new EditError('unknown-key', edit.after, `There is no unit ${name(edit.after)}.`);
    roots.push(id);
    anchors.set(id, edit.after);
  }
  for (const list of behind.values()) list.sort(bySource);
  const placed: PlacedInsert[] = [];
  for (const root of roots.sort()) {
    const anchor = anchors.get(root) ?? null;
    const stack = [...(behind.get(root) ?? [])].reverse();
    for (let edit = stack.pop(); edit !== undefined; edit = stack.pop()) {
      placed.push({ edit, anchor });
      const next = behind.get(keyId(edit.key));
      if (next !== undefined) stack.push(...next.toReversed());
    }
  }
  if (placed.length !== inserts.length) throw circle(inserts, placed);
  return placed;
}

/** Order of several inserts after one unit: as in their source, then by key. */
function bySource(a: InsertEdit, b: InsertEdit): number {
  const gap = (a.from?.unit.range.start ?? -1) - (b.from?.unit.range.start ?? -1);
  if (gap !== 0) return gap;
  return keyId(a.key) < keyId(b.key) ? -1 : 1;
}

/**
 * The error for a list element whose preceding elements are missing: it would take their position.
 */
export function outOfTurn(key: Key, element: Key): EditError {
  const message = `${name(key)} is not the next element of its array; add the elements before it first.`;
  return new EditError('not-writable', key, message, { element });
}

/**
 * The error for a key with no room: a value or a container of another shape is there and stays.
 */
export function noRoom(key: Key, place: Key): EditError {
  const message = `Something else is at ${name(place)}, and it is kept. Give it the shape that the source has, then run sync again.`;
  return new EditError('existing-key', key, message);
}

/**
 * The error for a U+FEFF at the start of a file, where it would be a BOM. Elsewhere it is part of a
 * text.
 */
export function strayBom(key: Key): EditError {
  const message = 'The file contains a byte order mark (U+FEFF) after its start; remove it first.';
  return new EditError('not-writable', key, message);
}

/** The error for an element with several values whose preceding elements are missing. */
export function nodeOutOfTurn(item: NewNode): EditError {
  return outOfTurn(leafOf(item).key, item.key);
}

/** The first value of a new node. */
export function leafOf(item: NewNode): NewNode {
  let leaf = item;
  while (leaf.edit === undefined && leaf.children[0] !== undefined) leaf = leaf.children[0];
  return leaf;
}

function circle(inserts: readonly InsertEdit[], placed: readonly PlacedInsert[]): EditError {
  const done = new Set(placed.map(({ edit }) => edit));
  const key = inserts.find((edit) => !done.has(edit))?.key ?? [];
  return new EditError('unknown-key', key, `${name(key)} cannot be inserted after itself.`);
}
