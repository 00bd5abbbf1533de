import { sourceHash } from '../../lock/index.js';
import { sourceLanguageOf } from '../load/index.js';
import type { StyleFile } from '../load/index.js';
import type { RunContext } from '../session/index.js';
import { glossaryShelf } from './glossary-shelf.js';
import type { ShelfContext } from './glossary-shelf.js';
import { idsOn, isNameOf, namesOn, splitName } from './known.js';
import type { ResourceFile, Known, MetPart } from './known.js';
import type { Shelf, Copy, CopyId, Writing } from './shelf.js';
import { TranslatorError } from '../../model/index.js';
import type { StoredStyle, StyleStore } from '../../model/index.js';
import {
  isInstruction,
  isNothing,
  namedInstructions,
  sameTerms,
  storedTerms,
  styleOfTerms,
} from '../terms/index.js';
import { byAge, firstMade } from './shelf.js';

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
        const lists = findStored(await listed, ids, namesOn(known, service));
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
function findStored(
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
