import type { DictionaryInput } from '../../api/index.js';
import { baseLanguage, limits } from '../../facts/index.js';
import { badRequest } from '../errors.js';

/**
 * A dictionary is text: `source TAB target` lines, sorted by their source phrases. Terms are found in
 * it by halving, so a dictionary of 10 MB takes 10 MB, is ready as soon as it is stored, and one entry
 * is changed without looking at the others.
 */
export type Tsv = string;

/** Lower-case base languages: a dictionary serves all variants of its languages. */
export interface LanguagePair {
  readonly source_lang: string;
  readonly target_lang: string;
}

const tab = 9;

/** Below 0 if the source phrase of the line at `start` comes before `phrase`, 0 if it is that. */
function compareAt(tsv: Tsv, start: number, phrase: string): number {
  for (let index = 0; index < phrase.length; index += 1) {
    const unit = tsv.charCodeAt(start + index);
    const wanted = phrase.charCodeAt(index);
    // No phrase has a character below a tab.
    if (unit !== wanted) return unit - wanted;
  }
  return tsv.charCodeAt(start + phrase.length) === tab ? 0 : 1;
}

function endOfLine(tsv: Tsv, start: number): number {
  const end = tsv.indexOf('\n', start);
  return end === -1 ? tsv.length : end;
}

/** Start of the first line behind those whose source phrase is `phrase` or comes before it. */
function lineAfter(tsv: Tsv, phrase: string): number {
  let low = 0;
  let high = tsv.length === 0 ? 0 : tsv.length + 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = middle === 0 ? 0 : tsv.lastIndexOf('\n', middle - 1) + 1;
    if (compareAt(tsv, start, phrase) <= 0) low = endOfLine(tsv, start) + 1;
    else high = start;
  }
  return low;
}

interface Entry {
  readonly start: number;
  readonly source: string;
  readonly target: string;
}

/** The last entry whose source phrase is `phrase` or comes before it. */
function entryUpTo(tsv: Tsv, phrase: string): Entry | undefined {
  const after = lineAfter(tsv, phrase);
  if (after === 0) return undefined;
  const start = after === 1 ? 0 : tsv.lastIndexOf('\n', after - 2) + 1;
  const [source = '', target = ''] = tsv.slice(start, after - 1).split('\t');
  return { start, source, target };
}

/** The longest entry that `text` starts with and that ends where `mayEnd` says. */
export function longestEntry(
  tsv: Tsv,
  text: string,
  mayEnd: (length: number) => boolean,
): Entry | undefined {
  let start = text.slice(0, limits.glossaries.phraseBytes);
  while (start !== '') {
    const entry = entryUpTo(tsv, start);
    if (entry === undefined) return undefined;
    const { source } = entry;
    const isStart = start.startsWith(source);
    if (isStart && mayEnd(source.length)) return entry;
    // What both begin with is the longest that a shorter entry can be.
    let common = 0;
    while (common < source.length && source[common] === start[common]) common += 1;
    start = start.slice(0, isStart ? common - 1 : common);
  }
  return undefined;
}

/**
 * A dictionary with more entries; those of the same source phrase are replaced.
 * @returns also how many were added
 * @throws ServiceError 400 with a detail that names line and reason
 */
export function withEntries(
  tsv: Tsv,
  input: DictionaryInput,
  pair: LanguagePair,
): { readonly tsv: Tsv; readonly added: number } {
  const given = [...parseEntries(input, pair)].sort(([one], [other]) => (one < other ? -1 : 1));
  const parts: string[] = [];
  let at = 0;
  let added = 0;
  for (const [source, target] of given) {
    const before = entryUpTo(tsv, source);
    const isKnown = before?.source === source;
    const end = isKnown ? before.start : lineAfter(tsv, source);
    if (end > at) parts.push(tsv.slice(at, end - 1));
    parts.push(`${source}\t${target}`);
    at = isKnown ? endOfLine(tsv, before.start) + 1 : end;
    if (!isKnown) added += 1;
  }
  if (at < tsv.length) parts.push(tsv.slice(at));
  const whole = parts.join('\n');
  if (Buffer.byteLength(whole) > limits.glossaries.dictionaryBytes) {
    throw badRequest('The dictionary would be larger than 10 MB with these entries');
  }
  return { tsv: whole, added };
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
