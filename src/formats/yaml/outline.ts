import type { InsertEdit, Key, Range } from '../../model/index.js';
import { Readings } from '../kit/documents.js';

/** How a value is written in the file. `empty`: nothing is written (null). */
export type Style = 'plain' | 'single' | 'double' | 'block' | 'alias' | 'empty' | 'collection';

/** A pair of a mapping or an item of a sequence. All numbers are UTF-16 offsets. */
export interface Entry {
  readonly name: string;
  readonly parent: Collection;
  /** Its index in `parent.entries`. */
  readonly index: number;
  /** First character of the entry: its key, `-`, `?`, or an anchor or tag of the key. */
  readonly start: number;
  /** End after its last character; for a block scalar, before its last line end. */
  end: number;
  /** The key as written in the file; both are -1 in a sequence. */
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Where to insert a missing value: after `:` or `-` and the value's anchor and tag. */
  readonly slot: number;
  /** False for a key without `:`. */
  readonly hasColon: boolean;
  readonly style: Style;
  readonly valueStart: number;
  readonly valueEnd: number;
  child: Collection | undefined;
  /** Earlier entries with the same name. */
  shadowed: readonly Entry[];
}

export interface Collection {
  readonly kind: 'map' | 'seq';
  /** The member that names the items of a sequence; undefined: they are keyed by index. */
  readonly namedBy: string | undefined;
  readonly flow: boolean;
  /** 0-based column of the entries of a block collection. */
  readonly column: number;
  readonly owner: Entry | undefined;
  readonly entries: Entry[];
}

/** The facts about a parsed file, besides its units, that edits need. */
export interface Outline {
  /** The text with lone carriage returns replaced by line feeds; offsets are the same. */
  readonly source: string;
  /** Top-level collections of the non-empty YAML documents. */
  readonly documents: readonly Collection[];
  /** The top-level entry that is named like the file's locale. */
  readonly root: Entry | undefined;
  /** The locale with which the file was parsed. */
  readonly locale: string | undefined;
  /** The range that content replaces in an empty file: an empty range, or `{}`. */
  readonly emptyAt: Range;
  /** The entry of each unit, in the same order. */
  readonly leaves: readonly Entry[];
  /** Entries whose value is an alias, by the entry (or document) with its anchor. */
  readonly aliases: ReadonlyMap<Entry, readonly Entry[]>;
  /** The reverse, for every alias. Undefined: its anchor is on a key or on the document. */
  readonly anchors: ReadonlyMap<Entry, Entry | undefined>;
}

const named = new WeakMap<Collection, { map: ReadonlyMap<string, Entry>; count: number }>();

/** One level of entries by name; the last one counts. */
export function entriesByName(collection: Collection): ReadonlyMap<string, Entry> {
  const { entries } = collection;
  const known = named.get(collection);
  // While a file is read, its collections grow.
  if (known?.count === entries.length) return known.map;
  const map = new Map(entries.map((entry) => [entry.name, entry]));
  named.set(collection, { map, count: entries.length });
  return map;
}

/** The entry at a unit's or container's key, in the form of unit keys. */
export function entryAt(outline: Outline, key: Key): Entry | undefined {
  const [base, path] = baseOf(outline, key);
  let collection: Collection | undefined = base;
  let found: Entry | undefined;
  for (const name of path) {
    found = collection && entriesByName(collection).get(name);
    if (found === undefined) return undefined;
    collection = found.child;
  }
  return found;
}

/**
 * The collection in which a key starts, and the rest of the key. Undefined if that collection does
 * not exist yet.
 */
export function baseOf(outline: Outline, key: Key): readonly [Collection | undefined, Key] {
  const { documents, root } = outline;
  if (documents.length > 1) return [documents[Number(key[0])], key.slice(1)];
  const top = documents[0];
  if (root === undefined || top === undefined) return [top, key];
  const beside = top.entries.some((entry) => entry !== root && entry.name === key[0]);
  return beside ? [top, key] : [root.child, key];
}

export const outlines = new Readings<Outline>();

/** An entry in the file that it is in. */
export interface Found {
  readonly outline: Outline;
  readonly entry: Entry;
}

/**
 * The source file's entry that the first names of a new unit's key stand for: of the same name, or
 * in the place of another locale's.
 */
export function sourceEntry({ from, key }: InsertEdit, path: Key): Found | undefined {
  const outline = from && outlines.known(from.document);
  if (from === undefined || outline === undefined) return undefined;
  const { unit } = from;
  const other = unit.key.length === key.length ? unit.key.slice(0, path.length) : path;
  const entry = entryAt(outline, path) ?? entryAt(outline, other);
  return entry && { outline, entry };
}
