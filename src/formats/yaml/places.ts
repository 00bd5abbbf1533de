import { EditError, formatKey, type InsertEdit, type Key } from '../../model/index.js';
import { noRoom, outOfTurn, type PlacedInsert } from '../kit/edits.js';
import { getOrSet } from '../kit/maps.js';
import { baseOf, entriesByName, sourceEntry } from './outline.js';
import type { Collection, Entry, Outline } from './outline.js';
import { isId } from './walk.js';
import { type FlowStyle, isFlowStyle } from './scalar.js';

/** A new unit, or a new container of units. */
export interface NewNode {
  readonly name: string;
  /** Full key, for finding the corresponding entry of the source file. */
  readonly key: Key;
  readonly edit: InsertEdit;
  /** Undefined for a unit. */
  readonly children: NewNode[] | undefined;
  readonly kind: 'map' | 'seq' | 'leaf';
  /** Undefined if it is not an element of a list that is keyed by id. */
  readonly naming: Naming | undefined;
  /** Default: the style of the values beside it. */
  readonly style?: FlowStyle | undefined;
}

/** The places of all inserts. */
interface Places {
  /** New entries of a collection after one of its entries, or (undefined) before the first. */
  readonly slots: Map<Collection, Map<Entry | undefined, NewNode[]>>;
  /** New content of empty entries. */
  readonly fills: Map<Entry, NewNode[]>;
  /** Aliases that get their own text. */
  readonly replaced: Map<Entry, InsertEdit>;
  /** Content of an empty file. */
  readonly top: NewNode[];
}

interface Placing extends Places {
  readonly outline: Outline;
  readonly gone: ReadonlySet<Entry>;
  readonly made: Map<NewNode[], Map<string, NewNode>>;
  /** The list that contains each new direct child of a collection. */
  readonly placed: Map<Collection, Map<string, NewNode[]>>;
  /** Number of remaining elements of sequences. */
  readonly lengths: Map<Collection, number>;
}

/**
 * Finds the place of every insert. `gone`: entries removed by the same call, whose keys are free.
 * @throws EditError `existing-key`, also for a key below a text
 */
export function placeInserts(
  outline: Outline,
  inserts: readonly PlacedInsert[],
  gone: ReadonlySet<Entry>,
): Places {
  const places: Placing = {
    ...{ outline, gone, made: new Map(), placed: new Map(), lengths: new Map() },
    ...{ slots: new Map(), fills: new Map(), replaced: new Map(), top: [] },
  };
  for (const { edit } of inserts) placeInsert(places, edit);
  return places;
}

function placeInsert(places: Placing, edit: InsertEdit): void {
  const [base, path] = baseOf(places.outline, edit.key);
  const offset = edit.key.length - path.length;
  if (base === undefined) {
    const root = places.outline.root;
    const content = root === undefined ? places.top : contentOf(places.fills, root);
    addBelow(places, content, { edit, depth: offset });
    return;
  }
  let collection = base;
  for (let depth = offset; depth < edit.key.length; depth += 1) {
    const name = edit.key[depth] ?? '';
    const entry = liveEntry(places, collection, name);
    const last = depth === edit.key.length - 1;
    const at = { edit, depth };
    if (
      entry === undefined ||
      (last ? isGone(entry, places.gone) : isReshaped(places, entry, at))
    ) {
      requireNext(places, collection, at);
      addBeside(places, collection, at);
      return;
    }
    if (last) {
      if (entry.style !== 'alias') throw noRoom(edit.key, edit.key);
      places.replaced.set(entry, edit);
      return;
    }
    if (entry.child === undefined) {
      if (!isFillable(places.outline.source, entry))
        throw noRoom(edit.key, edit.key.slice(0, depth + 1));
      addBelow(places, contentOf(places.fills, entry), { edit, depth: depth + 1 });
      return;
    }
    collection = entry.child;
  }
}

interface At {
  readonly edit: InsertEdit;
  /** Index of the key segment that names the new node. */
  readonly depth: number;
  /** The collection that the new node goes to, if it exists. */
  readonly list?: Collection;
}

/** Puts the new node into an existing collection, after the sibling on the path of `after`. */
function addBeside(places: Placing, collection: Collection, { edit, depth }: At): void {
  if (isLonePair(places.outline.source, collection)) throw besideLonePair(edit, depth);
  const name = edit.key[depth] ?? '';
  const slots = getOrSet(places.slots, collection, () => new Map<Entry | undefined, NewNode[]>());
  const placed = getOrSet(places.placed, collection, () => new Map<string, NewNode[]>());
  const list = placed.get(name) ?? slotFor(places, { collection, slots, placed }, { edit, depth });
  placed.set(name, list);
  addBelow(places, list, { edit, depth, list: collection });
}

/**
 * Whether an entry is `a: b` as an item of `[]`, without braces: after a comma, the next item
 * starts.
 */
function isLonePair(source: string, { kind, flow, owner }: Collection): boolean {
  return kind === 'map' && flow && owner !== undefined && source.charAt(owner.valueStart) !== '{';
}

function besideLonePair({ key }: InsertEdit, depth: number): EditError {
  const message = `"${formatKey(key)}" cannot be written: "${formatKey(key.slice(0, depth))}" is a pair without braces; enclose it in { }.`;
  return new EditError('not-writable', key, message);
}

/** The removed element of a sequence that a new one replaces. */
function removedElement(
  { gone }: Placing,
  collection: Collection,
  name: string,
): Entry | undefined {
  if (collection.kind === 'map' || collection.namedBy !== undefined) return undefined;
  const entry = entriesByName(collection).get(name);
  return entry !== undefined && isGone(entry, gone) ? entry : undefined;
}

/** Whether a sequence's element becomes a map, or a map's a sequence. */
function isReshaped({ gone }: Placing, entry: Entry, { edit, depth }: At): boolean {
  const { child, parent } = entry;
  if (
    child === undefined ||
    parent.kind === 'map' ||
    parent.namedBy !== undefined ||
    !isGone(entry, gone)
  )
    return false;
  return kindOf(edit, edit.key.slice(0, depth + 1)) !== child.kind;
}

interface Siblings {
  readonly collection: Collection;
  readonly slots: Map<Entry | undefined, NewNode[]>;
  readonly placed: ReadonlyMap<string, NewNode[]>;
}

function slotFor(places: Placing, siblings: Siblings, { edit, depth }: At): NewNode[] {
  const { collection, slots, placed } = siblings;
  const slotOf = (entry: Entry | undefined): NewNode[] => getOrSet(slots, entry, () => []);
  // A sequence's items are keyed by position: a new one goes to the end, or replaces a removed one.
  if (collection.kind === 'seq' && collection.namedBy === undefined)
    return slotOf(
      removedElement(places, collection, edit.key[depth] ?? '') ?? collection.entries.at(-1),
    );
  const { after, key } = edit;
  if (after === null || after.length <= depth) return slotOf(undefined);
  const [base] = baseOf(places.outline, after);
  const [own] = baseOf(places.outline, key);
  if (base !== own || key.slice(0, depth).some((name, i) => name !== after[i]))
    return slotOf(undefined);
  const sibling = after[depth] ?? '';
  const entry = entriesByName(collection).get(sibling);
  return placed.get(sibling) ?? slotOf(entry ?? collection.entries.at(-1));
}

/** Adds the rest of a key to a list of new nodes, creating the containers in between. */
function addBelow(places: Placing, nodesOf: NewNode[], { edit, depth, list }: At): void {
  let nodes = nodesOf;
  let kind: NewNode['kind'] | undefined;
  for (let at = depth; at < edit.key.length; at += 1) {
    const name = edit.key[at] ?? '';
    const made = getOrSet(places.made, nodes, () => new Map<string, NewNode>());
    const found = made.get(name);
    const last = at === edit.key.length - 1;
    if (found !== undefined) {
      if (last || found.children === undefined) throw noRoom(edit.key, edit.key.slice(0, at + 1));
      nodes = found.children;
      ({ kind } = found);
      continue;
    }
    const key = edit.key.slice(0, at + 1);
    const children: NewNode[] | undefined = last ? undefined : [];
    const naming = last ? undefined : namingOf(edit, key, at === depth ? list : undefined);
    if (kind === 'seq' && naming === undefined && name !== String(nodes.length))
      throw outOfTurn(edit.key, key);
    kind = last ? 'leaf' : kindOf(edit, key);
    const node: NewNode = { name, key, edit, children, kind, naming };
    made.set(name, node);
    nodes.push(node);
    if (children !== undefined) nodes = children;
  }
}

/**
 * The kind of a container: as in the source file; without one, keys from 0 on make it a sequence.
 */
function kindOf(edit: InsertEdit, container: Key): 'map' | 'seq' {
  const child = sourceEntry(edit, container)?.entry.child;
  if (child !== undefined) return child.kind;
  return edit.key[container.length] === '0' ? 'seq' : 'map';
}

function liveEntry(places: Placing, collection: Collection, name: string): Entry | undefined {
  const entry = entriesByName(collection).get(name);
  if (entry === undefined || (entry.child === undefined && places.gone.has(entry)))
    return undefined;
  return entry;
}

/** Whether nothing is left of a container. */
function isGone(entry: Entry, gone: ReadonlySet<Entry>): boolean {
  if (gone.has(entry)) return true;
  return entry.child?.entries.every((child) => isId(child) || isGone(child, gone)) ?? false;
}

/** Whether a value is null, `{}` or `[]`. */
function isFillable(source: string, { style, valueStart, valueEnd, hasColon }: Entry): boolean {
  if (!hasColon) return false;
  if (style === 'empty' || style === 'collection') return true;
  return style === 'plain' && /^(?:~|null)$/i.test(source.slice(valueStart, valueEnd));
}

function contentOf(fills: Map<Entry, NewNode[]>, entry: Entry): NewNode[] {
  return getOrSet(fills, entry, () => []);
}

/**
 * @throws EditError for a sequence element whose key is not an index, or whose preceding elements
 * are missing
 */
function requireNext(places: Placing, collection: Collection, { edit, depth }: At): void {
  const { kind, namedBy, entries } = collection;
  if (kind === 'map' || namedBy !== undefined) return;
  const name = edit.key[depth] ?? '';
  const isRemoved = (one: string): boolean => removedElement(places, collection, one) !== undefined;
  if (isRemoved(name)) return;
  if (!/^\d+$/.test(name)) throw notByName(edit, depth);
  const { gone, lengths } = places;
  const left = getOrSet(
    lengths,
    collection,
    () => entries.filter((one) => !isGone(one, gone)).length,
  );
  const placed = places.placed.get(collection);
  const more = [...(placed?.keys() ?? [])].filter((one) => !isRemoved(one)).length;
  // If the same edit removes others, their indexes may count or not.
  const next = [left, entries.length].map((count) => String(count + more));
  if (placed?.has(name) === true || next.includes(name)) return;
  throw outOfTurn(edit.key, edit.key.slice(0, depth + 1));
}

function notByName({ key }: InsertEdit, depth: number): EditError {
  const list = depth === 0 ? 'the file' : `"${formatKey(key.slice(0, depth))}"`;
  const message = `"${formatKey(key)}" cannot be written: ${list} is a sequence, and "${key[depth] ?? ''}" is not an index.`;
  return new EditError('not-writable', key, message);
}

/** How a new element is named by its id. */
export interface Naming {
  /** The member with its name. */
  readonly by: string;
  /** Style of the ids beside it; undefined if there are none. */
  readonly style: FlowStyle | undefined;
}

/**
 * Undefined for an element without an id, or in a list that is keyed by index.
 * @param list the collection that it goes to, if it exists
 */
function namingOf(
  edit: InsertEdit,
  element: Key,
  list: Collection | undefined,
): Naming | undefined {
  const { entry } = sourceEntry(edit, element) ?? {};
  const by = (list ?? entry?.parent)?.namedBy;
  const isNamed = entry === undefined || entry.child?.entries.some(isId) === true;
  return by !== undefined && isNamed ? { by, style: idStyle(list) } : undefined;
}

function idStyle(list: Collection | undefined): FlowStyle | undefined {
  const style = list?.entries[0]?.child?.entries.find(isId)?.style;
  return style !== undefined && isFlowStyle(style) ? style : undefined;
}
