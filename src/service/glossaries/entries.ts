import { baseLanguage, limits } from '../../api/index.js';
import { badRequest } from '../errors.js';

interface Row {
  readonly line: number;
  readonly fields: readonly string[];
}

export interface EntriesInput {
  readonly entries: string;
  readonly format: 'tsv' | 'csv';
  /** Lower-case base languages of the dictionary; CSV rows for another pair are left out. */
  readonly source: string;
  readonly target: string;
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
 * Whether a row is for another pair. A code may be a variant's, which the dictionary serves too, or
 * empty.
 */
function isOtherPair(codes: readonly string[], { source, target }: EntriesInput): boolean {
  const [from = '', to = ''] = codes.map((code) => baseLanguage(code.trim()));
  return (from !== '' && from !== source) || (to !== '' && to !== target);
}

/**
 * Parses a dictionary's entries (docs/interface.md 4.3).
 * @throws ServiceError 400 with a detail that names line and reason
 */
export function parseEntries(input: EntriesInput): ReadonlyMap<string, string> {
  if (Buffer.byteLength(input.entries) > limits.glossaries.dictionaryBytes) {
    throw badRequest("'entries' is larger than 10 MB");
  }
  // Spreadsheets write a byte order mark.
  const text = input.entries.replace(/^\ufeff/, '');
  const rows = input.format === 'tsv' ? tsvRows(text) : csvRows(text);
  const entries = new Map<string, string>();
  for (const { line, fields } of rows) {
    const [source = '', target, ...codes] = fields;
    if (target === undefined) refuse(line, 'a source and a target phrase are expected');
    if (codes.length > (input.format === 'csv' ? 2 : 0)) refuse(line, 'too many fields');
    if (isOtherPair(codes, input)) continue;
    checkPhrase(source, 'source', line);
    checkPhrase(target, 'target', line);
    if (entries.has(source)) refuse(line, `the source phrase '${source}' appears twice`);
    entries.set(source, target);
  }
  if (entries.size === 0) throw badRequest("'entries' contains no entry");
  return entries;
}

/** Entries as one string, which takes a tenth of their memory. */
export function toTsv(entries: ReadonlyMap<string, string>): string {
  return Array.from(entries, ([source, target]) => `${source}\t${target}`).join('\n');
}

/** Parses the result of `toTsv`. */
export function fromTsv(text: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const { fields } of tsvRows(text)) entries.set(fields[0] ?? '', fields[1] ?? '');
  return entries;
}
