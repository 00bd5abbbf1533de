import { glossaryLanguages, limits } from '../../facts/index.js';
import { delimiterOf, scanRows, rejectUnusable } from '../../formats/index.js';
import type { Cell, Row } from '../../formats/index.js';
import { locate } from '../../model/index.js';
import type { GlossaryPair } from '../../model/index.js';

/** Something in a file that the service would refuse. Line and column are 1-based. */
export interface FileProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface FileDictionary extends GlossaryPair {
  /** Source phrase → target phrase, in file order. */
  readonly terms: ReadonlyMap<string, string>;
}

/** A glossary file as a table. */
export interface GlossaryTable {
  readonly delimiter: string;
  readonly head: Row | undefined;
  /** Rows without the header. */
  readonly rows: readonly Row[];
  /** Index of the source column; -1: there is none. */
  readonly source: number;
  /** Target language of each column; undefined: it contains no targets. */
  readonly languages: readonly Column[];
}

export interface ReadGlossary {
  /** One per language with at least one term. */
  readonly dictionaries: readonly FileDictionary[];
  /** Languages that have a column, with or without terms. */
  readonly languages: ReadonlySet<string>;
  /** Empty if the file can be used. */
  readonly problems: readonly FileProblem[];
}

export interface GlossaryColumns {
  /** Name of the file; its extension says whether cells are separated by tabs. */
  readonly file: string;
  /** Source locale of the config. */
  readonly source: string;
  /** Lower-case base language of a locale; undefined if it is not a locale. */
  readonly languageOf: (locale: string) => string | undefined;
  /** A suggestion for an invalid column name: `; did you mean "de"?`. */
  readonly didYouMean?: (name: string) => string;
}

const NOTE = 'note';
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const { phraseBytes, dictionaryBytes } = limits.glossaries;

/**
 * Reads a glossary: a column per locale, and optionally `note`; an empty cell is no entry. Checks
 * the service's rules (docs/interface.md 4.3).
 * @throws FormatError `syntax` for an unclosed quote, `conflict-markers`
 */
export function readGlossary(text: string, columns: GlossaryColumns): ReadGlossary {
  rejectUnusable(text, columns.file);
  const reading = new Reading(text);
  const { delimiter, head, rows, languages, source } = glossaryTable(text, columns, reading);
  if (source === -1) {
    const message =
      head === undefined || text.trim() === ''
        ? `the file is empty; its first row must name a column per locale, including ${shown(columns.source)}`
        : `no column for the source locale; name the column of the source phrases ${shown(columns.source)}`;
    const problems = [...reading.problems, { line: 1, column: 1, message }];
    return { dictionaries: [], languages: new Set(), problems };
  }
  const lines = new Map<string, Cell>();
  const context = { languages, source, lines, reading, delimiter };
  for (const row of rows) readRow(row, context);
  const from = columns.languageOf(columns.source) ?? columns.source;
  const dictionaries = [...reading.terms].map(([target, terms]) => ({
    source: from,
    target,
    terms,
  }));
  for (const { target, terms } of dictionaries) {
    const cell = head?.cells[languages.indexOf(target)];
    let size = 0;
    for (const [phrase, text] of terms) size += bytes(phrase) + bytes(text) + 2;
    if (cell === undefined || size <= dictionaryBytes) continue;
    const message = `the terms for ${target} take ${size} bytes, but the service accepts at most ${dictionaryBytes}`;
    reading.refuse(cell, message);
  }
  const named = languages.filter((language) => typeof language === 'string');
  return { dictionaries, languages: new Set(named), problems: reading.problems };
}

/** The rows and columns of a glossary file. @throws FormatError */
export function glossaryTable(
  text: string,
  columns: GlossaryColumns,
  reading: { readonly refuse: Reading['refuse'] } = { refuse: () => undefined },
): GlossaryTable {
  // Tab for TSV; for CSV, detected from the first line.
  const delimiter = /\.tsv$/i.test(columns.file) ? '\t' : delimiterOf(text);
  const [head, ...rows] = scanRows(text, delimiter, columns.file);
  const languages = head === undefined ? [] : columnLanguages(head, columns, reading);
  return { delimiter, head, rows, languages, source: languages.indexOf(SOURCE) };
}

/** Marks the source column. */
const SOURCE = Symbol('source');
export type Column = string | typeof SOURCE | undefined;

/** Terms and problems found so far. */
class Reading {
  readonly terms = new Map<string, Map<string, string>>();
  readonly problems: FileProblem[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  refuse({ range }: { readonly range: Cell['range'] }, message: string, earlier?: Cell): void {
    // Positions are counted from the start of the file.
    if (this.problems.length >= MOST_PROBLEMS) return;
    const { line, column } = locate(this.#text, range.start);
    const place =
      earlier === undefined
        ? ''
        : ` in line ${locate(this.#text, earlier.range.start).line} already`;
    this.problems.push({ line, column, message: `${message}${place}` });
  }
}

export const MOST_PROBLEMS = 20;

/** The language of each column; refuses invalid ones. */
function columnLanguages(
  head: Row,
  columns: GlossaryColumns,
  reading: { readonly refuse: Reading['refuse'] },
): readonly Column[] {
  const { source, languageOf, didYouMean = () => '' } = columns;
  const own = languageOf(source);
  const sourceCell = sourceColumn(head, columns);
  const names = new Set<string>();
  return head.cells.map((cell) => {
    const name = cell.text.trim();
    if (name === '' || name.toLowerCase() === NOTE) return undefined;
    if (names.has(folded(name))) reading.refuse(cell, `the column ${shown(name)} appears twice`);
    names.add(folded(name));
    if (cell === sourceCell) return SOURCE;
    const language = languageOf(name);
    if (language === undefined)
      reading.refuse(cell, `${shown(name)} is neither a locale nor "note"${didYouMean(name)}`);
    else if (!glossaryLanguages.has(language)) {
      const next = didYouMean(name) || '; remove the column';
      reading.refuse(cell, `the service does not support glossaries for ${shown(name)}${next}`);
    } else if (language === own)
      reading.refuse(
        cell,
        `a glossary cannot have a column ${shown(name)}, because that is the source language`,
      );
    else return language;
    return undefined;
  });
}

/** The column of the source locale or, if there is none, the only one of its language. */
function sourceColumn({ cells }: Row, { source, languageOf }: GlossaryColumns): Cell | undefined {
  const named = cells.find(({ text }) => folded(text.trim()) === folded(source));
  if (named !== undefined) return named;
  const own = languageOf(source);
  const alike = cells.filter(({ text }) => own !== undefined && languageOf(text.trim()) === own);
  return alike.length === 1 ? alike[0] : undefined;
}

/** A locale's name for comparison: `EN_us` equals `en-US`. */
function folded(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

interface RowContext {
  readonly languages: readonly Column[];
  readonly source: number;
  /** Position of each source phrase so far. */
  readonly lines: Map<string, Cell>;
  readonly reading: Reading;
  readonly delimiter: string;
}

function readRow({ cells }: Row, context: RowContext): void {
  const { languages, source, lines, reading, delimiter } = context;
  // Otherwise `yes please,Ja, bitte` would be the term "Ja".
  const extra = cells.slice(languages.length).find(({ text }) => text !== '');
  if (extra !== undefined) {
    const sign = delimiter === '\t' ? 'a tab' : shown(delimiter);
    reading.refuse(extra, `no column for this cell; put phrases that contain ${sign} in quotes`);
    return;
  }
  const [first] = cells;
  const own = cells[source];
  const phrase = own?.text ?? '';
  const targets = cells.flatMap((cell, at) => {
    const language = languages[at];
    return typeof language === 'string' && cell.text !== '' ? [{ cell, language }] : [];
  });
  if (phrase === '') {
    if (targets.length > 0 && first !== undefined)
      reading.refuse(own ?? first, 'a row without a source phrase');
    return;
  }
  const cell = own ?? first;
  if (cell === undefined) return;
  const before = lines.get(phrase);
  if (before !== undefined) {
    reading.refuse(cell, `the term ${shown(phrase)} is`, before);
    return;
  }
  lines.set(phrase, cell);
  if (isRefused(cell, reading)) return;
  for (const target of targets) {
    if (!isRefused(target.cell, reading)) addTerm(phrase, target, reading);
  }
}

function addTerm(
  phrase: string,
  { cell, language }: { readonly cell: Cell; readonly language: string },
  reading: Reading,
): void {
  const terms = reading.terms.get(language) ?? new Map<string, string>();
  reading.terms.set(language, terms);
  const other = terms.get(phrase);
  if (other !== undefined && other !== cell.text) {
    const message = `${shown(cell.text)} is ${shown(other)} in another column of the same language; the service has a single dictionary for both`;
    reading.refuse(cell, message);
  }
  terms.set(phrase, cell.text);
}

/** Whether the service would refuse a phrase. */
function isRefused(cell: Cell, reading: Reading): boolean {
  const reason = refusalOf(cell.text);
  if (reason !== undefined) reading.refuse(cell, reason);
  return reason !== undefined;
}

function refusalOf(phrase: string): string | undefined {
  if (phrase.includes('\t')) return 'a phrase cannot contain a tab';
  if (CONTROL.test(phrase)) return 'a phrase cannot contain a control character or a line break';
  if (phrase.trim() !== phrase) return 'a phrase cannot begin or end with white space';
  if (bytes(phrase) > phraseBytes) return `a phrase can have at most ${phraseBytes} bytes`;
  return undefined;
}

/** The most characters of a phrase in a message. */
const SHOWN = 80;

export function shown(text: string): string {
  return JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
}

const encoder = new TextEncoder();

function bytes(text: string): number {
  return text.length * 3 <= phraseBytes && /^[ -~]*$/.test(text)
    ? text.length
    : encoder.encode(text).length;
}
