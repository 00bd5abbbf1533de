import { sourceHash } from '../../lock/index.js';
import { TranslatorError } from '../../model/index.js';
import type { GlossaryStore, StoredGlossary, StoredStyle, StyleStore } from '../../model/index.js';
import { sourceLanguageOf } from '../load/index.js';
import type { StyleFile } from '../load/index.js';
import type { RunContext } from '../session/index.js';
import {
  isInstruction,
  isNothing,
  namedInstructions,
  sameTerms,
  storedTerms,
  styleOfTerms,
} from '../terms/index.js';
import type { Terms } from '../terms/index.js';
import { idsOn, isNameOf, namesOn, splitName } from './known.js';
import type { Known, MetPart, Part, ResourceFile } from './known.js';

export type Shelves = Readonly<Record<ResourceFile['kind'], Shelf>>;

/**
 * @param isShared whether other runners may create the same at the same time
 * @returns undefined: the translator supports neither glossaries nor styles
 */
export async function openShelves(
  { config, open, signal }: RunContext,
  { isShared = false }: { readonly isShared?: boolean } = {},
): Promise<Shelves | undefined> {
  const { glossaries, styles } = await open();
  if (glossaries === undefined || styles === undefined) return undefined;
  const context = { service: sourceHash(config.service.url), signal, isShared };
  return {
    glossary: glossaryShelf(glossaries, sourceLanguageOf(config), context),
    style: styleShelf(styles, context),
  };
}

/** Something that a service may have several times under one name. */
interface Made {
  readonly created: string;
  readonly id: string;
}

/** Orders by creation time, so that all runners choose the same one. */
function byAge(one: Made, other: Made): number {
  return `${one.created} ${one.id}` < `${other.created} ${other.id}` ? -1 : 1;
}

/**
 * Shards start together, and each may create what none has found. All continue with the one created
 * first; the others are deleted.
 * @param own id of the one that this run created
 * @param making `isLike`: whether another runner created it from the same file
 * @returns id of the one to use
 */
async function firstMade<T extends Made>(
  own: string,
  making: {
    readonly list: () => Promise<readonly T[]>;
    readonly isLike: (one: T) => boolean | Promise<boolean>;
    readonly remove: (id: string) => Promise<void>;
  },
): Promise<string> {
  for (const one of [...(await making.list())].sort(byAge)) {
    if (one.id === own) break;
    if (!(await making.isLike(one))) continue;
    await making.remove(own);
    return one.id;
  }
  return own;
}

/** The service's copy of a file. */
export interface Copy {
  /** As recorded in the lock. */
  readonly ids: readonly CopyId[];
  /** Target languages in the copy. */
  readonly languages: ReadonlySet<string>;
  /** Whether it contains only parts in these languages. */
  readonly holdsOnly: (languages: ReadonlySet<string>) => boolean;
  /** Whether the lock has its id, for a language if each has its own id. */
  readonly isNamed: (language: string) => boolean;
  /** Ids of others with its name, if the lock has none of them; for a language, as above. */
  readonly rivals: (language: string) => readonly string[];
  /** Its content for one language. @throws TranslatorError */
  read(part: Part): Promise<Terms>;
  /**
   * Updates the copy to the parts' results. Returns all of its ids.
   * @throws TranslatorError
   */
  write(known: Known, writing: Writing): Promise<readonly CopyId[]>;
}

/** The lock's record of a copy. */
export interface CopyId {
  readonly id: string;
  /** For a style list with the language in front: `de product`. */
  readonly name: string;
}

export interface Writing {
  readonly parts: readonly MetPart[];
  /** Called for each part as soon as the service has it; others may follow. */
  readonly onWritten: (language: string) => void;
}

/** The service's glossaries, or its styles. */
export interface Shelf {
  /**
   * Finds a copy by id if it was applied before, otherwise by name. @throws EngineError,
   * TranslatorError
   */
  find(known: Known): Promise<Copy | undefined>;
  /** Creates the copy of a file that has none. Returns its ids. @throws TranslatorError */
  write(known: Known, writing: Writing): Promise<readonly CopyId[]>;
  /** From now on, requests that name the file are sent with the copy. */
  use(known: Known, ids: readonly CopyId[]): Promise<void>;
}

interface ShelfContext {
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
function glossaryShelf(
  store: GlossaryStore,
  source: string,
  { service, signal, isShared }: ShelfContext,
): Shelf {
  let listed: Promise<readonly StoredGlossary[]> | undefined;

  const find = async (known: Known): Promise<Copy | undefined> => {
    listed ??= store.list(signal);
    const ids = idsOn(known, service).map(({ id }) => id);
    const names = namesOn(known, service);
    const [stored, ...others] = findGlossaries(await listed, ids, names);
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
function findGlossaries(
  stored: readonly StoredGlossary[],
  ids: readonly string[],
  names: ReadonlySet<string>,
): readonly StoredGlossary[] {
  const own = stored.filter(({ id }) => ids.includes(id));
  const found = own.length > 0 ? own : stored.filter(({ name }) => names.has(name));
  return [...found].sort(byAge);
}

/** Styles of the service: a list per file and language, all with the same name. */
function styleShelf(store: StyleStore, { service, signal, isShared }: ShelfContext): Shelf {
  let listed: Promise<readonly StoredStyle[]> | undefined;

  const copyOf = (lists: Lists, ids: ReadonlySet<string>): Copy => ({
    ids: firstIds(lists),
    languages: new Set(lists.keys()),
    holdsOnly: () => true,
    isNamed: (language) => ids.has(lists.get(language)?.[0]?.id ?? ''),
    rivals: (language) => {
      const [first, ...others] = lists.get(language) ?? [];
      return first === undefined || ids.has(first.id) ? [] : others.map(({ id }) => id);
    },
    read: ({ language, terms, applied }) => {
      const stored = lists.get(language)?.[0];
      return Promise.resolve(
        stored === undefined ? new Map<string, string>() : storedTerms(stored, terms, applied),
      );
    },
    write: (known, writing) => writeLists(known, writing, { lists, ids }),
  });

  const make = async (name: string, part: MetPart): Promise<string> => {
    const own = await store.create(name, styleOfTerms(part.plan.result, part.language), signal);
    if (!isShared) return own;
    return firstMade(own, {
      list: () => store.list(signal),
      isLike: (one) => one.name === name && isSame(one, part),
      remove: (spare) => store.remove(spare, signal),
    });
  };

  const writePart = async (
    { file }: Known,
    stored: StoredStyle | undefined,
    part: MetPart,
  ): Promise<string | undefined> => {
    const { plan, language } = part;
    if (stored === undefined) return plan.result.size === 0 ? undefined : make(file.name, part);
    if (isNothing(plan)) return stored.id;
    if (plan.result.size === 0) {
      await store.remove(stored.id, signal);
      return undefined;
    }
    const content = styleOfTerms(plan.result, language);
    const names = [...plan.added, ...plan.changed, ...plan.removed];
    if (names.some((name) => !isInstruction(name))) {
      await store.setRules(stored.id, content.rules, signal);
    }
    const before = namedInstructions(stored.instructions);
    const after = namedInstructions(content.instructions);
    for (const name of names.filter(isInstruction)) {
      const [old, now] = [before.get(name), after.get(name)];
      if (now === undefined) {
        if (old !== undefined) await store.removeInstruction(stored.id, old.id, signal);
      } else if (old === undefined) await store.addInstruction(stored.id, now, signal);
      else await store.replaceInstruction(stored.id, { ...now, id: old.id }, signal);
    }
    return stored.id;
  };

  const writeLists = (
    known: Known,
    { parts, onWritten }: Writing,
    { lists, ids }: { readonly lists: Lists; readonly ids: ReadonlySet<string> },
  ): Promise<readonly CopyId[]> =>
    placed(known, async () => {
      const left = new Map<string, readonly CopyId[]>(lists);
      for (const part of parts) {
        const { language } = part;
        const [stored, ...others] = lists.get(language) ?? [];
        const id = await writePart(known, stored, part);
        const name =
          stored === undefined || isNameOf(known, stored.name) ? known.file.name : stored.name;
        if (id !== undefined && stored !== undefined && name !== stored.name)
          await store.rename(id, name, signal);
        // Two runners created the same list at once: the lock names both.
        if (stored !== undefined && ids.has(stored.id)) {
          for (const other of others) await store.remove(other.id, signal);
        }
        if (id === undefined) left.delete(language);
        else left.set(language, [{ id, name }]);
        onWritten(language);
      }
      return firstIds(left);
    });

  return {
    find: (known) =>
      placed(known, async () => {
        listed ??= store.list(signal);
        const ids = new Set(idsOn(known, service).map(({ id }) => id));
        const lists = findStyles(await listed, ids, namesOn(known, service));
        return lists.size === 0 ? undefined : copyOf(lists, ids);
      }),
    write: (known, writing) => writeLists(known, writing, { lists: NO_LISTS, ids: NO_IDS }),
    use: (known, ids) =>
      store.use(known.file.path, new Map(ids.map(({ name, id }) => [splitName(name)[0], id]))),
  };
}

/** Files in two folders may share a name but have different rules. */
function isSame(stored: StoredStyle, { language, plan: { result } }: MetPart): boolean {
  return stored.language === language && sameTerms(result, storedTerms(stored, result, new Map()));
}

/** By language, earliest first. */
type Lists = ReadonlyMap<string, readonly StoredStyle[]>;

const NO_LISTS: Lists = new Map();
const NO_IDS: ReadonlySet<string> = new Set();

/** The first list of each language, as recorded in the lock. */
function firstIds(lists: ReadonlyMap<string, readonly CopyId[]>): readonly CopyId[] {
  return [...lists].flatMap(([language, [first]]) =>
    first === undefined ? [] : { name: `${language} ${first.name}`, id: first.id },
  );
}

/**
 * Lists that may belong to a file, by language, earliest first: those in the lock, or else those
 * with its name.
 */
function findStyles(
  stored: readonly StoredStyle[],
  ids: ReadonlySet<string>,
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly StoredStyle[]> {
  const found = new Map<string, readonly StoredStyle[]>();
  for (const language of new Set(stored.map((one) => one.language))) {
    const all = stored.filter((one) => one.language === language);
    const own = all.filter(({ id }) => ids.has(id));
    const meant = own.length > 0 ? own : all.filter(({ name }) => names.has(name));
    if (meant.length > 0) found.set(language, [...meant].sort(byAge));
  }
  return found;
}

/** Adds the file to an error: only some accounts have styles. */
async function placed<T>({ file }: Known, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof TranslatorError) || error.code !== 'forbidden') throw error;
    const [first] = (file as Partial<StyleFile>).styles ?? [];
    const place = first === undefined ? file.path : `${file.path}:${first.line}:${first.column}`;
    const { code, status, requestId, parameters } = error;
    const hint =
      'Styles need the Pro plan of the service. Use the key of a Pro account and the address of that plan, or remove `style` from the config.';
    const message = `${place}: ${error.message}`;
    throw new TranslatorError(code, message, { hint, status, requestId, parameters, cause: error });
  }
}
