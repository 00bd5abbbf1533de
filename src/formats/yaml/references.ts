import type { Key, References, Use } from '../../model/index.js';
import { baseOf, entriesByName, entryAt, type Collection, type Entry } from './outline.js';
import type { Outline } from './outline.js';

const MERGE = '<<';

/** The longest key. No file is nested as deeply, but aliases of aliases can go on without end. */
const LONGEST_KEY = 200;

/**
 * The keys that aliases and merge keys repeat, followed one key at a time: nothing is ever
 * expanded. Undefined if there are none.
 */
export function referencesOf(outline: Outline): References | undefined {
  if (outline.anchors.size === 0 && !outline.source.includes(MERGE)) return undefined;
  const lookup = new Lookup(outline);
  return { shows: (key) => lookup.shows(key), usesOf: (key) => usesOf(outline, key) };
}

/** Looks up keys through references. The names in a collection are indexed once for all keys. */
class Lookup {
  readonly #outline: Outline;
  readonly #merges = new Map<Collection, readonly Entry[]>();

  constructor(outline: Outline) {
    this.#outline = outline;
  }

  /** Whether the key has a value, and only through an alias or a merge key. */
  shows(key: Key): boolean {
    const [base, path] = baseOf(this.#outline, key);
    let collection = base;
    let referred = false;
    for (const name of path) {
      if (collection === undefined) return false;
      const own = entriesByName(collection).get(name);
      const entry = own ?? this.#merged(collection, name);
      if (entry === undefined) return false;
      referred ||= own === undefined || own.style === 'alias';
      collection = this.#contentOf(entry);
    }
    return referred;
  }

  /** The entry with this name in what a mapping merges; each mapping is visited once. */
  #merged(collection: Collection, name: string): Entry | undefined {
    const seen = new Set([collection]);
    for (const map of seen) {
      const found = map === collection ? undefined : entriesByName(map).get(name);
      if (found !== undefined) return found;
      for (const merge of this.#mergesOf(map)) for (const one of this.#mapsOf(merge)) seen.add(one);
    }
    return undefined;
  }

  /** The content of a merge key: a mapping, or several in a sequence. */
  #mapsOf(merge: Entry): readonly Collection[] {
    const content = this.#contentOf(merge);
    if (content?.kind !== 'seq') return content === undefined ? [] : [content];
    return content.entries.flatMap((entry) => this.#contentOf(entry) ?? []);
  }

  #contentOf(entry: Entry): Collection | undefined {
    return entry.style === 'alias' ? this.#outline.anchors.get(entry)?.child : entry.child;
  }

  #mergesOf(collection: Collection): readonly Entry[] {
    const known =
      this.#merges.get(collection) ??
      collection.entries.filter(({ name }) => collection.kind === 'map' && name === MERGE);
    this.#merges.set(collection, known);
    return known;
  }
}

/**
 * Places where aliases repeat a unit, each alias once: further repetitions by an alias bomb are
 * left out.
 */
function usesOf(outline: Outline, key: Key): readonly Use[] {
  const unit = entryAt(outline, key);
  const uses: Use[] = [];
  const seen = new Set<Entry>();
  const queue: { readonly from: Entry | undefined; readonly rest: Key }[] = [
    { from: unit, rest: [] },
  ];
  for (const { from, rest: below } of queue) {
    let rest = below;
    for (let at = from; at !== undefined; at = at.parent.owner) {
      for (const alias of outline.aliases.get(at) ?? []) {
        if (seen.has(alias) || rest.length > LONGEST_KEY) continue;
        seen.add(alias);
        const merging = mergingMap(alias);
        const place = merging === undefined ? alias : merging.owner;
        const shown = [...(place === undefined ? [] : keyOf(outline, place)), ...rest];
        uses.push({ key: shown, isAlias: at === unit && merging === undefined });
        queue.push({ from: place, rest });
      }
      rest = [at.name, ...rest];
    }
  }
  return uses;
}

/** The mapping that an alias is merged into. */
function mergingMap({ name, parent }: Entry): Collection | undefined {
  if (parent.kind === 'map') return name === MERGE ? parent : undefined;
  const { owner } = parent;
  return owner?.name === MERGE && owner.parent.kind === 'map' ? owner.parent : undefined;
}

/** The key of an entry, in the form of unit keys. */
function keyOf({ root, documents }: Outline, entry: Entry): Key {
  const names: string[] = [];
  let top = entry.parent;
  for (let at: Entry | undefined = entry; at !== undefined; at = at.parent.owner) {
    if (at !== root) names.unshift(at.name);
    top = at.parent;
  }
  return documents.length > 1 ? [String(documents.indexOf(top)), ...names] : names;
}
