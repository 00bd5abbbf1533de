import { randomUUID } from 'node:crypto';
import { baseLanguage, limits, type DictionaryInput } from '../../api/index.js';
import type { ServiceContext } from '../context.js';
import { badRequest, notFound } from '../errors.js';
import type { Collection, Store } from '../store/store.js';
import { indexTerms, type TermIndex } from '../translate/glossary.js';
import { parseEntries, toTsv, type Entry } from './entries.js';
import { glossaryPair, type LanguagePair } from './pair.js';

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

interface Parsed {
  readonly pair: LanguagePair;
  readonly entries: ReadonlyMap<string, string>;
}

export interface Glossaries {
  create(name: string, dictionaries: readonly DictionaryInput[]): Glossary;
  list(): readonly Glossary[];
  get(id: string): Glossary;
  /** TSV. */
  entries(id: string, pair: LanguagePair): string;
  put(id: string, dictionary: DictionaryInput): Dictionary;
  patch(id: string, name: string | undefined, dictionary: DictionaryInput | undefined): Glossary;
  delete(id: string): void;
  deleteDictionary(id: string, pair: LanguagePair): void;
  /** What a translation uses. @throws ServiceError 400 for an unknown glossary or pair */
  terms(id: string, source: string, target: string): TermIndex;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const encoder = new TextEncoder();

function checkName(name: string): string {
  if (encoder.encode(name).length > limits.glossaries.nameBytes) {
    throw badRequest(`'name' is longer than ${limits.glossaries.nameBytes} bytes`);
  }
  if (name.trim() === '') throw badRequest("'name' is empty");
  return name;
}

function parse(input: DictionaryInput): Parsed {
  const pair = glossaryPair(input.source_lang, input.target_lang);
  const { entries, entries_format: format } = input;
  return { pair, entries: parseEntries({ entries, format, ...pair }) };
}

function metadata({ source, target }: LanguagePair, count: number): Dictionary {
  return { source_lang: source, target_lang: target, entry_count: count };
}

const isPair = (pair: LanguagePair) => (dictionary: Dictionary) =>
  dictionary.source_lang === pair.source && dictionary.target_lang === pair.target;

const contentId = (id: string, { source, target }: LanguagePair) => `${id} ${source} ${target}`;

/** The stored glossaries, with their entries apart so that changing a name does not rewrite them. */
class GlossaryShelf {
  readonly records: Collection<Glossary>;
  private readonly contents: Collection<readonly Entry[]>;
  private readonly indices = new WeakMap<readonly Entry[], TermIndex>();

  constructor(store: Store) {
    this.records = store.collection('glossaries');
    this.contents = store.collection('dictionaries');
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

  entries({ glossary_id }: Glossary, pair: LanguagePair): readonly Entry[] | undefined {
    return this.contents.get(contentId(glossary_id, pair));
  }

  index(entries: readonly Entry[]): TermIndex {
    const index = this.indices.get(entries) ?? indexTerms(new Map(entries));
    this.indices.set(entries, index);
    return index;
  }

  write(id: string, { pair, entries }: Parsed): Dictionary {
    this.contents.set(contentId(id, pair), [...entries]);
    return metadata(pair, entries.size);
  }

  withDictionary(glossary: Glossary, parsed: Parsed): Glossary {
    const others = glossary.dictionaries.filter((each) => !isPair(parsed.pair)(each));
    const dictionaries = [...others, this.write(glossary.glossary_id, parsed)];
    return { ...glossary, dictionaries };
  }

  withoutDictionary(glossary: Glossary, pair: LanguagePair): Glossary {
    if (!this.contents.delete(contentId(glossary.glossary_id, pair))) throw noDictionary(pair);
    const dictionaries = glossary.dictionaries.filter((each) => !isPair(pair)(each));
    return { ...glossary, dictionaries };
  }

  remove(glossary: Glossary): void {
    for (const { source_lang: source, target_lang: target } of glossary.dictionaries) {
      this.contents.delete(contentId(glossary.glossary_id, { source, target }));
    }
    this.records.delete(glossary.glossary_id);
  }
}

const noDictionary = ({ source, target }: LanguagePair) =>
  notFound(`No dictionary for ${source}-${target} in this glossary`);

function parseAll(dictionaries: readonly DictionaryInput[]): readonly Parsed[] {
  const parsed = dictionaries.map(parse);
  const pairs = new Set(parsed.map(({ pair }) => contentId('', pair)));
  if (pairs.size < parsed.length) throw badRequest("'dictionaries' holds a language pair twice");
  return parsed;
}

/** interface.md 2.5 and 4.3 */
export function createGlossaries({
  store,
  clock,
}: Pick<ServiceContext, 'store' | 'clock'>): Glossaries {
  const shelf = new GlossaryShelf(store);
  return {
    create: (name, dictionaries) => {
      checkName(name);
      if (shelf.records.size >= limits.glossaries.perAccount) {
        throw badRequest(`No more than ${limits.glossaries.perAccount} glossaries are allowed`);
      }
      const parsed = parseAll(dictionaries);
      const id = randomUUID();
      return shelf.save({
        glossary_id: id,
        name,
        dictionaries: parsed.map((dictionary) => shelf.write(id, dictionary)),
        creation_time: clock().toISOString(),
      });
    },
    list: () => [...shelf.records.values()],
    get: (id) => shelf.get(id),
    entries: (id, pair) => {
      const entries = shelf.entries(shelf.get(id), pair);
      if (entries === undefined) throw noDictionary(pair);
      return toTsv(entries);
    },
    put: (id, dictionary) => {
      const glossary = shelf.get(id);
      const parsed = parse(dictionary);
      shelf.save(shelf.withDictionary(glossary, parsed));
      return metadata(parsed.pair, parsed.entries.size);
    },
    patch: (id, name, dictionary) => {
      const old = shelf.get(id);
      const glossary = name === undefined ? old : { ...old, name: checkName(name) };
      if (dictionary === undefined) return shelf.save(glossary);
      const { pair, entries } = parse(dictionary);
      const merged = new Map([...(shelf.entries(old, pair) ?? []), ...entries]);
      return shelf.save(shelf.withDictionary(glossary, { pair, entries: merged }));
    },
    delete: (id) => shelf.remove(shelf.get(id)),
    deleteDictionary: (id, pair) => void shelf.save(shelf.withoutDictionary(shelf.get(id), pair)),
    terms: (id, source, target) => {
      const glossary = shelf.find(id);
      if (glossary === undefined) throw badRequest(`Glossary '${id}' not found`);
      const pair = { source: baseLanguage(source), target: baseLanguage(target) };
      const entries = shelf.entries(glossary, pair);
      if (entries === undefined) {
        throw badRequest(
          `No dictionary found for language pair ${pair.source}-${pair.target} in glossary`,
        );
      }
      return shelf.index(entries);
    },
  };
}
