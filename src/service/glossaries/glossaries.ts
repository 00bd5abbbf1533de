import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { baseLanguage, limits, type DictionaryInput } from '../../api/index.js';
import type { ServiceContext } from '../context.js';
import { badRequest, notFound } from '../errors.js';
import type { Collection, Store } from '../store/store.js';
import type { TermIndex } from '../translate/glossary.js';
import { fromTsv, parseEntries, toTsv } from './entries.js';
import { glossaryPair, type LanguagePair } from './pair.js';
import { TermIndices } from './term-indices.js';

interface Dictionary {
  readonly source_lang: string;
  readonly target_lang: string;
  readonly entry_count: number;
}

export interface Glossary {
  readonly glossary_id: string;
  readonly name: string;
  readonly dictionaries: readonly Dictionary[];
  readonly creation_time: string;
}

/** A stored dictionary. */
interface Content {
  readonly pair: LanguagePair;
  readonly tsv: string;
  readonly count: number;
}

export interface Glossaries {
  create(name: string, dictionaries: readonly DictionaryInput[]): Promise<Glossary>;
  list(): readonly Glossary[];
  get(id: string): Glossary;
  /** TSV. */
  entries(id: string, pair: LanguagePair): string;
  put(id: string, dictionary: DictionaryInput): Promise<Dictionary>;
  patch(
    id: string,
    name: string | undefined,
    dictionary: DictionaryInput | undefined,
  ): Promise<Glossary>;
  delete(id: string): void;
  deleteDictionary(id: string, pair: LanguagePair): void;
  /** Terms for a translation. @throws ServiceError 400 for an unknown glossary or pair */
  terms(id: string, source: string, target: string): TermIndex;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/**
 * The limit for all glossaries together, because they are held in memory: ten of the largest, with
 * five dictionaries each.
 */
const mostCharacters = 500_000_000;

function checkName(name: string): string {
  if (Buffer.byteLength(name) > limits.glossaries.nameBytes) {
    throw badRequest(`'name' is longer than ${limits.glossaries.nameBytes} bytes`);
  }
  if (name.trim() === '') throw badRequest("'name' is empty");
  return name;
}

/**
 * Parses a dictionary after yielding to other work. @param known returns the dictionary to merge it
 * into, as TSV
 */
async function read(input: DictionaryInput, known = () => ''): Promise<Content> {
  await nextTurn();
  const pair = glossaryPair(input.source_lang, input.target_lang);
  const { entries: text, entries_format: format } = input;
  const given = parseEntries({ entries: text, format, ...pair });
  const old = known();
  const entries = old === '' ? given : new Map([...fromTsv(old), ...given]);
  const tsv = toTsv(entries);
  if (Buffer.byteLength(tsv) > limits.glossaries.dictionaryBytes) {
    throw badRequest('The dictionary would be larger than 10 MB with these entries');
  }
  return { pair, tsv, count: entries.size };
}

function metadata({ source, target }: LanguagePair, count: number): Dictionary {
  return { source_lang: source, target_lang: target, entry_count: count };
}

const isPair = (pair: LanguagePair) => (dictionary: Dictionary) =>
  dictionary.source_lang === pair.source && dictionary.target_lang === pair.target;

const contentId = (id: string, { source, target }: LanguagePair) => `${id} ${source} ${target}`;

/**
 * The stored glossaries. Entries are stored separately, so that renaming a glossary does not
 * rewrite them.
 */
class GlossaryShelf {
  readonly records: Collection<Glossary>;
  readonly #contents: Collection<string>;
  readonly #indices = new TermIndices();

  constructor(store: Store) {
    this.records = store.collection('glossaries');
    this.#contents = store.collection('dictionaries');
  }

  find(id: string): Glossary | undefined {
    return uuid.test(id) ? this.records.get(id.toLowerCase()) : undefined;
  }

  get(id: string): Glossary {
    if (!uuid.test(id)) throw badRequest("Value for 'glossary_id' is not a UUID");
    const glossary = this.find(id);
    if (glossary === undefined) throw notFound('Glossary not found');
    return glossary;
  }

  save(glossary: Glossary): Glossary {
    this.records.set(glossary.glossary_id, glossary);
    return glossary;
  }

  /** TSV. */
  entries({ glossary_id }: Glossary, pair: LanguagePair): string | undefined {
    return this.#contents.get(contentId(glossary_id, pair));
  }

  terms(glossary: Glossary, pair: LanguagePair): TermIndex | undefined {
    const tsv = this.entries(glossary, pair);
    return tsv === undefined ? undefined : this.#indices.of(tsv);
  }

  write(id: string, { pair, tsv, count }: Content): Dictionary {
    const key = contentId(id, pair);
    this.#indices.forget(this.#contents.get(key));
    this.#contents.set(key, tsv);
    return metadata(pair, count);
  }

  /** @throws ServiceError 400 if all glossaries together would exceed the limit */
  checkRoom(more: number, most: number): void {
    let held = more;
    for (const tsv of this.#contents.values()) held += tsv.length;
    if (held <= most) return;
    throw badRequest(
      `The glossaries of an account can contain at most ${most} characters in total`,
    );
  }

  /** @throws ServiceError 400 */
  withDictionary(glossary: Glossary, content: Content, most: number): Glossary {
    const old = this.entries(glossary, content.pair) ?? '';
    this.checkRoom(content.tsv.length - old.length, most);
    const others = glossary.dictionaries.filter((each) => !isPair(content.pair)(each));
    const dictionaries = [...others, this.write(glossary.glossary_id, content)];
    return { ...glossary, dictionaries };
  }

  withoutDictionary(glossary: Glossary, pair: LanguagePair): Glossary {
    if (!this.#contents.delete(contentId(glossary.glossary_id, pair))) throw noDictionary(pair);
    const dictionaries = glossary.dictionaries.filter((each) => !isPair(pair)(each));
    return { ...glossary, dictionaries };
  }

  remove(glossary: Glossary): void {
    for (const { source_lang: source, target_lang: target } of glossary.dictionaries) {
      this.#contents.delete(contentId(glossary.glossary_id, { source, target }));
    }
    this.records.delete(glossary.glossary_id);
  }
}

const noDictionary = ({ source, target }: LanguagePair) =>
  notFound(`No dictionary for ${source}-${target} in this glossary`);

async function readAll(dictionaries: readonly DictionaryInput[]): Promise<readonly Content[]> {
  const contents: Content[] = [];
  for (const dictionary of dictionaries) contents.push(await read(dictionary));
  const pairs = new Set(contents.map(({ pair }) => contentId('', pair)));
  if (pairs.size < contents.length)
    throw badRequest("'dictionaries' contains a language pair twice");
  return contents;
}

const lengthOf = (contents: readonly Content[]) =>
  contents.reduce((sum, { tsv }) => sum + tsv.length, 0);

/**
 * interface.md 2.5 and 4.3
 * @param most characters of all glossaries together
 */
export function createGlossaries(
  { store, clock }: Pick<ServiceContext, 'store' | 'clock'>,
  most = mostCharacters,
): Glossaries {
  const shelf = new GlossaryShelf(store);
  return {
    create: async (name, dictionaries) => {
      checkName(name);
      const contents = await readAll(dictionaries);
      if (shelf.records.size >= limits.glossaries.perAccount) {
        throw badRequest(`No more than ${limits.glossaries.perAccount} glossaries are allowed`);
      }
      shelf.checkRoom(lengthOf(contents), most);
      const id = randomUUID();
      return shelf.save({
        glossary_id: id,
        name,
        dictionaries: contents.map((content) => shelf.write(id, content)),
        creation_time: clock().toISOString(),
      });
    },
    list: () => [...shelf.records.values()],
    get: (id) => shelf.get(id),
    entries: (id, pair) => {
      const entries = shelf.entries(shelf.get(id), pair);
      if (entries === undefined) throw noDictionary(pair);
      return entries;
    },
    put: async (id, dictionary) => {
      shelf.get(id);
      const content = await read(dictionary);
      shelf.save(shelf.withDictionary(shelf.get(id), content, most));
      return metadata(content.pair, content.count);
    },
    patch: async (id, name, dictionary) => {
      const rename = (glossary: Glossary) =>
        name === undefined ? glossary : { ...glossary, name: checkName(name) };
      const glossary = rename(shelf.get(id));
      if (dictionary === undefined) return shelf.save(glossary);
      const pair = glossaryPair(dictionary.source_lang, dictionary.target_lang);
      const content = await read(dictionary, () => shelf.entries(shelf.get(id), pair) ?? '');
      return shelf.save(shelf.withDictionary(rename(shelf.get(id)), content, most));
    },
    delete: (id) => shelf.remove(shelf.get(id)),
    deleteDictionary: (id, pair) => void shelf.save(shelf.withoutDictionary(shelf.get(id), pair)),
    terms: (id, source, target) => {
      const glossary = shelf.find(id);
      if (glossary === undefined) throw badRequest(`Glossary '${id}' not found`);
      const pair = { source: baseLanguage(source), target: baseLanguage(target) };
      const terms = shelf.terms(glossary, pair);
      if (terms === undefined) {
        throw badRequest(
          `No dictionary found for language pair ${pair.source}-${pair.target} in glossary`,
        );
      }
      return terms;
    },
  };
}
