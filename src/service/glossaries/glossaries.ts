import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import { baseLanguage, findTarget, limits } from '../../facts/index.js';
import { languagesOf } from '../../api/index.js';
import type { DictionaryInput } from '../../api/index.js';
import { badRequest, notFound } from '../errors.js';
import type { Collection, Store } from '../store/store.js';
import { createThread } from '../tools/thread.js';
import { withEntries, type LanguagePair, type Tsv } from './dictionary.js';
import type { GlossaryAnswer, GlossaryQuestion } from './glossary-thread.js';

interface Dictionary extends LanguagePair {
  readonly entry_count: number;
}

export interface Glossary {
  readonly glossary_id: string;
  readonly name: string;
  readonly dictionaries: readonly Dictionary[];
  readonly creation_time: string;
}

/** A dictionary with entries that are not stored yet. */
interface Content {
  readonly pair: LanguagePair;
  readonly tsv: Tsv;
  readonly added: number;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/**
 * The limit for all glossaries together, because they are held in memory: ten of the largest, with
 * five dictionaries each.
 */
const mostCharacters = 500_000_000;

export const glossaryLanguages = new Set(languagesOf('glossary').map(({ lang }) => lang));

/** @throws ServiceError 400 for a language without glossaries, or twice the same language */
export function glossaryPair(codes: LanguagePair): LanguagePair {
  const baseOf = (parameter: keyof LanguagePair) => {
    const code = codes[parameter];
    const base = baseLanguage(code);
    if (findTarget(code) !== undefined && glossaryLanguages.has(base)) return base;
    throw badRequest(`Value for '${parameter}' not supported: '${code}'`);
  };
  const [source_lang, target_lang] = [baseOf('source_lang'), baseOf('target_lang')];
  if (source_lang !== target_lang) return { source_lang, target_lang };
  throw badRequest("'source_lang' and 'target_lang' are the same language");
}

function checkName(name: string): string {
  if (Buffer.byteLength(name) > limits.glossaries.nameBytes) {
    throw badRequest(`'name' is longer than ${limits.glossaries.nameBytes} bytes`);
  }
  if (name.trim() === '') throw badRequest("'name' is empty");
  return name;
}

/** Characters from which on entries are merged in a thread, so that nothing else waits for it. */
const largeFrom = 200_000;
/** The thread has a copy of the dictionary, so one at a time. */
const oneAtATime = pLimit(1);

async function inThread(question: GlossaryQuestion): Promise<ReturnType<typeof withEntries>> {
  const thread = createThread('glossary', () => import('./glossary-thread.ts?module'), {});
  const answer = (await oneAtATime(() => thread.ask(question))) as GlossaryAnswer | undefined;
  if (answer === undefined) throw new Error('the thread of glossaries ended');
  if ('problem' in answer) throw badRequest(answer.problem, answer.detail);
  return answer;
}

/** @param known the dictionary that the entries are added to */
async function merged(input: DictionaryInput, known: () => Tsv = () => ''): Promise<Content> {
  await nextTurn();
  const pair = glossaryPair(input);
  for (;;) {
    const tsv = known();
    const content =
      input.entries.length < largeFrom
        ? withEntries(tsv, input, pair)
        : await inThread({ tsv, input, pair });
    // Another request may have changed it meanwhile.
    if (known() === tsv) return { pair, ...content };
  }
}

const isOf = (pair: LanguagePair) => (dictionary: Dictionary) =>
  dictionary.source_lang === pair.source_lang && dictionary.target_lang === pair.target_lang;

const contentId = (id: string, { source_lang, target_lang }: LanguagePair) =>
  `${id} ${source_lang} ${target_lang}`;

const noDictionary = ({ source_lang, target_lang }: LanguagePair) =>
  notFound(`No dictionary for ${source_lang}-${target_lang} in this glossary`);

/**
 * The stored glossaries (docs/interface.md 2.5 and 4.3). Entries are stored separately, as TSV, so
 * that renaming a glossary does not rewrite them.
 */
export class Glossaries {
  readonly #records: Collection<Glossary>;
  readonly #contents: Collection<Tsv>;
  readonly #clock: () => Date;
  readonly #most: number;

  /** @param most characters of all glossaries together */
  constructor(store: Store, clock: () => Date, most = mostCharacters) {
    this.#records = store.collection('glossaries');
    this.#contents = store.collection('sorted_dictionaries');
    this.#clock = clock;
    this.#most = most;
  }

  async create(name: string, dictionaries: readonly DictionaryInput[]): Promise<Glossary> {
    checkName(name);
    const contents: Content[] = [];
    for (const dictionary of dictionaries) contents.push(await merged(dictionary));
    const pairs = new Set(contents.map(({ pair }) => contentId('', pair)));
    if (pairs.size < contents.length) {
      throw badRequest("'dictionaries' contains a language pair twice");
    }
    if (this.#records.size >= limits.glossaries.perAccount) {
      throw badRequest(`No more than ${limits.glossaries.perAccount} glossaries are allowed`);
    }
    this.#checkRoom(contents.reduce((sum, { tsv }) => sum + tsv.length, 0));
    const id = randomUUID();
    return this.#save({
      glossary_id: id,
      name,
      dictionaries: contents.map((content) => this.#write(id, content)),
      creation_time: this.#clock().toISOString(),
    });
  }

  list(): readonly Glossary[] {
    return [...this.#records.values()];
  }

  /** @throws ServiceError 400, 404 */
  get(id: string): Glossary {
    if (!uuid.test(id)) throw badRequest("Value for 'glossary_id' is not a UUID");
    const glossary = this.#records.get(id.toLowerCase());
    if (glossary === undefined) throw notFound('Glossary not found');
    return glossary;
  }

  /** TSV. */
  entries(id: string, pair: LanguagePair): string {
    const entries = this.#contents.get(contentId(this.get(id).glossary_id, pair));
    if (entries === undefined) throw noDictionary(pair);
    return entries;
  }

  async put(id: string, input: DictionaryInput): Promise<Dictionary> {
    this.get(id);
    const content = await merged(input);
    return this.#replace(this.get(id), content);
  }

  async patch(id: string, name: string | undefined, input: DictionaryInput | undefined) {
    const rename = () => {
      const glossary = this.get(id);
      return name === undefined ? glossary : { ...glossary, name: checkName(name) };
    };
    const glossary = rename();
    if (input === undefined) return this.#save(glossary);
    const pair = glossaryPair(input);
    const key = contentId(glossary.glossary_id, pair);
    const known = () => {
      this.get(id);
      return this.#contents.get(key) ?? '';
    };
    const content = await merged(input, known);
    const renamed = rename();
    const entries = renamed.dictionaries.find(isOf(pair))?.entry_count;
    this.#replace(renamed, content, entries);
    return this.get(id);
  }

  delete(id: string): void {
    const { glossary_id, dictionaries } = this.get(id);
    for (const each of dictionaries) this.#contents.delete(contentId(glossary_id, each));
    this.#records.delete(glossary_id);
  }

  deleteDictionary(id: string, pair: LanguagePair): void {
    const glossary = this.get(id);
    if (!this.#contents.delete(contentId(glossary.glossary_id, pair))) throw noDictionary(pair);
    const dictionaries = glossary.dictionaries.filter((each) => !isOf(pair)(each));
    this.#save({ ...glossary, dictionaries });
  }

  /** Terms for a translation. @throws ServiceError 400 for an unknown glossary or pair */
  terms(id: string, sourceCode: string, targetCode: string): Tsv {
    if (!uuid.test(id) || this.#records.get(id.toLowerCase()) === undefined) {
      throw badRequest(`Glossary '${id}' not found`);
    }
    const [source, target] = [baseLanguage(sourceCode), baseLanguage(targetCode)];
    const pair = { source_lang: source, target_lang: target };
    const tsv = this.#contents.get(contentId(id.toLowerCase(), pair));
    if (tsv !== undefined) return tsv;
    throw badRequest(`No dictionary found for language pair ${source}-${target} in glossary`);
  }

  #save(glossary: Glossary): Glossary {
    this.#records.set(glossary.glossary_id, glossary);
    return glossary;
  }

  /** @param entries that the dictionary has already */
  #replace(glossary: Glossary, content: Content, entries = 0): Dictionary {
    const { glossary_id: id } = glossary;
    const old = this.#contents.get(contentId(id, content.pair)) ?? '';
    this.#checkRoom(content.tsv.length - old.length);
    const others = glossary.dictionaries.filter((each) => !isOf(content.pair)(each));
    const dictionary = this.#write(id, content, entries);
    this.#save({ ...glossary, dictionaries: [...others, dictionary] });
    return dictionary;
  }

  #write(id: string, { pair, tsv, added }: Content, entries = 0): Dictionary {
    this.#contents.set(contentId(id, pair), tsv);
    return { ...pair, entry_count: entries + added };
  }

  /** @throws ServiceError 400 if all glossaries together would exceed the limit */
  #checkRoom(more: number): void {
    let held = more;
    for (const tsv of this.#contents.values()) held += tsv.length;
    if (held <= this.#most) return;
    throw badRequest(
      `The glossaries of an account can contain at most ${this.#most} characters in total`,
    );
  }
}
