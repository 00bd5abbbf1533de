import { isElement, isId } from './id-lists.js';
import type { Collection, Entry, Outline } from './outline.js';

/**
 * Removed entries: those that edits remove, containers that become empty, and aliases of removed
 * anchors.
 */
export interface Removal {
  readonly gone: ReadonlySet<Entry>;
  /** Empty collections that stay: the top level and the Rails root. */
  readonly emptied: ReadonlySet<Collection>;
}

export interface Keeping {
  /** Whether a collection gets new entries. */
  readonly keeps: (collection: Collection) => boolean;
  /** Aliases that stay although their anchor is removed: they get their own value. */
  readonly staying: ReadonlySet<Entry>;
}

/**
 * The removed entries, with the earlier ones of the same name that would otherwise become visible.
 */
export function withShadowed(entries: Iterable<Entry>): Set<Entry> {
  const gone = new Set<Entry>();
  for (const entry of entries) {
    gone.add(entry);
    for (const earlier of entry.shadowed) gone.add(earlier);
  }
  return gone;
}

export function planRemoval(
  outline: Outline,
  removed: ReadonlySet<Entry>,
  { keeps, staying }: Keeping,
): Removal {
  const gone = new Set<Entry>();
  const left = new Map<Collection, number>();
  const emptied = new Set<Collection>();
  const queue = [...removed];
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    if (gone.has(entry)) continue;
    gone.add(entry);
    queue.push(...entry.shadowed);
    if (outline.aliases.size > 0) {
      for (const alias of aliasesInto(outline, entry)) if (!staying.has(alias)) queue.push(alias);
    }
    const { parent } = entry;
    const count = (left.get(parent) ?? textsIn(parent)) - 1;
    left.set(parent, count);
    if (count > 0 || keeps(parent)) continue;
    if (parent.owner === undefined || parent.owner === outline.root) emptied.add(parent);
    else queue.push(parent.owner);
  }
  return { gone, emptied };
}

/**
 * Number of entries that keep a collection: an element's id is removed with the last of the others.
 */
function textsIn(collection: Collection): number {
  const { entries } = collection;
  return isElement(collection) ? entries.filter((one) => !isId(one)).length : entries.length;
}

/** Aliases of the anchors in an entry: without the anchor, the file would be unreadable. */
function aliasesInto(outline: Outline, entry: Entry): Entry[] {
  const found: Entry[] = [];
  const stack = [entry];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    found.push(...(outline.aliases.get(next) ?? []));
    if (next.child !== undefined) stack.push(...next.child.entries);
  }
  return found;
}
