import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { baseLanguage, findTarget, limits } from '../../facts/index.js';
import { languagesOf } from '../../api/index.js';
import type { DictionaryInput } from '../../api/index.js';
import { badRequest, notFound } from '../errors.js';
import type { Collection, Store } from '../store/store.js';
import { indexTerms, type TermIndex } from '../translate/glossary.js';

/** Lower-case base languages: a dictionary serves all variants of its languages. */
interface LanguagePair {
  readonly source_lang: string;
  readonly target_lang: string;
}

interface Dictionary extends LanguagePair {
  readonly entry_count: number;
}

export interface Glossary {
  readonly glossary_id: string;
  readonly name: string;
  readonly dictionaries: readonly Dictionary[];
  readonly creation_time: string;
}

/** A parsed dictionary. */
interface Content {
  readonly pair: LanguagePair;
  readonly tsv: string;
  readonly count: number;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/**
 * The limit for all glossaries together, because they are held in memory: ten of the largest, with
 * five dictionaries each.
 */
const mostCharacters = 500_000_000;
/** Total characters of the dictionaries whose indices are cached: two of the largest. */
const mostIndexed = 20_000_000;

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

/**
 * Parses a dictionary after yielding to other work. @param known returns the dictionary to merge it
 * into, as TSV
 */
async function read(input: DictionaryInput, known = () => ''): Promise<Content> {
  await nextTurn();
  const pair = glossaryPair(input);
  const given = parseEntries(input, pair);
  const old = known();
  const entries = old === '' ? given : new Map([...fromTsv(old), ...given]);
  const tsv = toTsv(entries);
  if (Buffer.byteLength(tsv) > limits.glossaries.dictionaryBytes) {
    throw badRequest('The dictionary would be larger than 10 MB with these entries');
  }
  return { pair, tsv, count: entries.size };
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
  readonly #contents: Collection<string>;
  /**
   * Indices of the most recently used dictionaries, by their TSV: each takes ten times the memory of
   * its dictionary.
   */
  readonly #indices = new Map<string, TermIndex>();
  readonly #clock: () => Date;
  readonly #most: number;

  /** @param most characters of all glossaries together */
  constructor(store: Store, clock: () => Date, most = mostCharacters) {
    this.#records = store.collection('glossaries');
    this.#contents = store.collection('dictionaries');
    this.#clock = clock;
    this.#most = most;
  }

  async create(name: string, dictionaries: readonly DictionaryInput[]): Promise<Glossary> {
    checkName(name);
    const contents: Content[] = [];
    for (const dictionary of dictionaries) contents.push(await read(dictionary));
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
    const content = await read(input);
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
    const content = await read(input, known);
    this.#replace(rename(), content);
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
  terms(id: string, sourceCode: string, targetCode: string): TermIndex {
    if (!uuid.test(id) || this.#records.get(id.toLowerCase()) === undefined) {
      throw badRequest(`Glossary '${id}' not found`);
    }
    const [source, target] = [baseLanguage(sourceCode), baseLanguage(targetCode)];
    const pair = { source_lang: source, target_lang: target };
    const tsv = this.#contents.get(contentId(id.toLowerCase(), pair));
    if (tsv !== undefined) return this.#indexOf(tsv);
    throw badRequest(`No dictionary found for language pair ${source}-${target} in glossary`);
  }

  #indexOf(tsv: string): TermIndex {
    const index = this.#indices.get(tsv) ?? indexTerms(fromTsv(tsv));
    this.#indices.delete(tsv);
    this.#indices.set(tsv, index);
    let held = 0;
    for (const known of [...this.#indices.keys()].reverse()) {
      held += known.length;
      if (held > mostIndexed && known !== tsv) this.#indices.delete(known);
    }
    return index;
  }

  #save(glossary: Glossary): Glossary {
    this.#records.set(glossary.glossary_id, glossary);
    return glossary;
  }

  #replace(glossary: Glossary, content: Content): Dictionary {
    const { glossary_id: id } = glossary;
    const old = this.#contents.get(contentId(id, content.pair)) ?? '';
    this.#checkRoom(content.tsv.length - old.length);
    const others = glossary.dictionaries.filter((each) => !isOf(content.pair)(each));
    const dictionary = this.#write(id, content);
    this.#save({ ...glossary, dictionaries: [...others, dictionary] });
    return dictionary;
  }

  #write(id: string, { pair, tsv, count }: Content): Dictionary {
    const key = contentId(id, pair);
    this.#indices.delete(this.#contents.get(key) ?? '');
    this.#contents.set(key, tsv);
    return { ...pair, entry_count: count };
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

interface Row {
  readonly line: number;
  readonly fields: readonly string[];
}

const controls = /[\u0000-\u001f\u007f-\u009f]/;
const newlines = /[\u2028\u2029]/;
const suspect = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]|^\s|\s$|^$/;
const fieldEnd = /[,\r\n]|$/g;

function refuse(line: number, reason: string): never {
  throw badRequest('Invalid glossary entries', `Line ${line}: ${reason}`);
}

function* tsvRows(text: string): Generator<Row> {
  const ends = /\r\n|\n|\r|$/g;
  let line = 1;
  for (let at = 0; at < text.length; at = ends.lastIndex) {
    ends.lastIndex = at;
    const end = ends.exec(text)?.index ?? text.length;
    if (end > at) yield { line, fields: text.slice(at, end).split('\t') };
    line += 1;
  }
}

/** Parses a field at `at`; `end` is the offset after it. */
function csvField(text: string, at: number, line: number): { value: string; end: number } {
  if (text[at] !== '"') {
    fieldEnd.lastIndex = at;
    const end = fieldEnd.exec(text)?.index ?? text.length;
    const value = text.slice(at, end);
    if (value.includes('"')) refuse(line, 'a field with double quotes must be enclosed in them');
    return { value, end };
  }
  const parts: string[] = [];
  let start = at + 1;
  for (;;) {
    const quote = text.indexOf('"', start);
    if (quote === -1) refuse(line, 'an enclosed field is not closed');
    parts.push(text.slice(start, quote));
    if (text[quote + 1] !== '"') return { value: parts.join('"'), end: quote + 1 };
    start = quote + 2;
  }
}

function* csvRows(text: string): Generator<Row> {
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const fields: string[] = [];
    for (;;) {
      const { value, end } = csvField(text, at, line);
      fields.push(value);
      at = end;
      if (text[at] !== ',') break;
      at += 1;
    }
    if (at < text.length && !'\r\n'.includes(text.charAt(at))) {
      refuse(line, 'text after an enclosed field');
    }
    if (fields.length > 1 || fields[0] !== '') yield { line, fields };
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
  }
}

function checkPhrase(phrase: string, side: 'source' | 'target', line: number): void {
  if (phrase.length <= 341 && !suspect.test(phrase)) return;
  if (phrase === '') refuse(line, `the ${side} phrase is empty`);
  if (controls.test(phrase) || newlines.test(phrase)) {
    refuse(line, `the ${side} phrase contains a control character or newline`);
  }
  if (phrase.trim() !== phrase) refuse(line, `the ${side} phrase begins or ends with white space`);
  if (phrase.length > 341 && Buffer.byteLength(phrase) > limits.glossaries.phraseBytes) {
    refuse(line, `the ${side} phrase is longer than ${limits.glossaries.phraseBytes} bytes`);
  }
}

/**
 * Parses a dictionary's entries (docs/interface.md 4.3).
 * @throws ServiceError 400 with a detail that names line and reason
 */
function parseEntries(
  input: DictionaryInput,
  { source_lang, target_lang }: LanguagePair,
): ReadonlyMap<string, string> {
  if (Buffer.byteLength(input.entries) > limits.glossaries.dictionaryBytes) {
    throw badRequest("'entries' is larger than 10 MB");
  }
  // Spreadsheets write a byte order mark.
  const text = input.entries.replace(/^\ufeff/, '');
  const isCsv = input.entries_format === 'csv';
  const rows = isCsv ? csvRows(text) : tsvRows(text);
  const entries = new Map<string, string>();
  for (const { line, fields } of rows) {
    const [source = '', target, ...codes] = fields;
    if (target === undefined) refuse(line, 'a source and a target phrase are expected');
    if (codes.length > (isCsv ? 2 : 0)) refuse(line, 'too many fields');
    // A row for another pair; a code may be a variant's, which the dictionary serves too, or empty.
    const [from = '', to = ''] = codes.map((code) => baseLanguage(code.trim()));
    if ((from !== '' && from !== source_lang) || (to !== '' && to !== target_lang)) continue;
    checkPhrase(source, 'source', line);
    checkPhrase(target, 'target', line);
    if (entries.has(source)) refuse(line, `the source phrase '${source}' appears twice`);
    entries.set(source, target);
  }
  if (entries.size === 0) throw badRequest("'entries' contains no entry");
  return entries;
}

/** Entries as one string, which takes a tenth of their memory. */
function toTsv(entries: ReadonlyMap<string, string>): string {
  return Array.from(entries, ([source, target]) => `${source}\t${target}`).join('\n');
}

/** Parses the result of `toTsv`. */
function fromTsv(text: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const { fields } of tsvRows(text)) entries.set(fields[0] ?? '', fields[1] ?? '');
  return entries;
}
