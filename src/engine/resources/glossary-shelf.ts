import type { GlossaryStore, StoredGlossary } from '../../model/index.js';
import { isNothing, sameTerms } from '../terms/index.js';
import { byAge, firstMade } from './shelf.js';
import { idsOn, isNameOf, namesOn } from './known.js';
import type { Known, MetPart } from './known.js';
import type { Copy, CopyId, Shelf } from './shelf.js';

export interface ShelfContext {
  /** `sourceHash` of the service's address. */
  readonly service: string;
  readonly signal: AbortSignal;
  /** Whether other runners may create the same at the same time. */
  readonly isShared: boolean;
}

interface Found {
  readonly isNamed: boolean;
  /** Later glossaries with the same id or name. */
  readonly others: readonly StoredGlossary[];
}

/**
 * Glossaries of the service: one per file, with a dictionary per target.
 * @param source language of the source phrases
 */
export function glossaryShelf(
  store: GlossaryStore,
  source: string,
  { service, signal, isShared }: ShelfContext,
): Shelf {
  let listed: Promise<readonly StoredGlossary[]> | undefined;

  const find = async (known: Known): Promise<Copy | undefined> => {
    listed ??= store.list(signal);
    const ids = idsOn(known, service).map(({ id }) => id);
    const names = namesOn(known, service);
    const [stored, ...others] = findStored(await listed, ids, names);
    if (stored === undefined) return undefined;
    return copyOf(stored, { isNamed: ids.includes(stored.id), others });
  };

  const copyOf = (stored: StoredGlossary, { isNamed, others }: Found): Copy => {
    const own = stored.pairs.filter((pair) => pair.source === source);
    const { id } = stored;
    return {
      ids: [{ id, name: stored.name }],
      languages: new Set(own.map(({ target }) => target)),
      holdsOnly: (languages) =>
        stored.pairs.every((pair) => pair.source === source && languages.has(pair.target)),
      isNamed: () => isNamed,
      rivals: () => (isNamed ? [] : others.map(({ id }) => id)),
      read: async ({ language }) =>
        new Map(await store.terms(id, { source, target: language }, signal)),
      write: async (known, { parts, onWritten }) => {
        const name = isNameOf(known, stored.name) ? known.file.name : stored.name;
        if (name !== stored.name) await store.rename(id, name, signal);
        for (const { language, plan, isThere } of parts) {
          if (isNothing(plan)) continue;
          const pair = { source, target: language };
          if (plan.result.size > 0) await store.put(id, { ...pair, terms: plan.result }, signal);
          else if (isThere) await store.remove(id, pair, signal);
          onWritten(language);
        }
        // Two runners created the same glossary at once: the lock names both.
        for (const spare of isNamed ? others : []) await store.delete(spare.id, signal);
        return [{ id, name }];
      },
    };
  };

  const make = async ({ file }: Known, parts: readonly MetPart[]): Promise<readonly CopyId[]> => {
    const dictionaries = parts
      .map(({ language, plan }) => ({ source, target: language, terms: plan.result }))
      .filter(({ terms }) => terms.size > 0);
    if (dictionaries.length === 0) return [];
    const { name } = file;
    const own = await store.create(name, dictionaries, signal);
    if (!isShared) return [{ id: own, name }];
    const pairs = dictionaries.map(({ target }) => `${source} ${target}`).sort();
    // Files in two folders may share a name but have different terms.
    const isLike = async (one: StoredGlossary): Promise<boolean> => {
      if (one.name !== name || pairs.join() !== pairsOf(one).join()) return false;
      for (const { target, terms } of dictionaries) {
        const there = await store.terms(one.id, { source, target }, signal);
        if (!sameTerms(terms, new Map(there))) return false;
      }
      return true;
    };
    const id = await firstMade(own, {
      list: () => store.list(signal),
      isLike,
      remove: (spare) => store.delete(spare, signal),
    });
    return [{ id, name }];
  };

  return {
    find,
    write: (known, { parts }) => make(known, parts),
    use: async (known, [first]) => {
      if (first !== undefined) await store.use(known.file.path, first.id);
    },
  };
}

function pairsOf({ pairs }: StoredGlossary): readonly string[] {
  return pairs.map(({ source, target }) => `${source} ${target}`).sort();
}

/**
 * Glossaries that may belong to a file, earliest first: those in the lock, or else those with its
 * name.
 */
function findStored(
  stored: readonly StoredGlossary[],
  ids: readonly string[],
  names: ReadonlySet<string>,
): readonly StoredGlossary[] {
  const own = stored.filter(({ id }) => ids.includes(id));
  const found = own.length > 0 ? own : stored.filter(({ name }) => names.has(name));
  return [...found].sort(byAge);
}
