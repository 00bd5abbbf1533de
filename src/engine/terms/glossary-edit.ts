import { cellOf, detectNewline, applySplices } from '../../formats/index.js';
import type { Row, Splice } from '../../formats/index.js';
import { glossaryTable } from './glossary-file.js';
import type { GlossaryColumns, GlossaryTable } from './glossary-file.js';

/** Target language → source phrase → its target; undefined: remove the term. */
export type TermEdits = ReadonlyMap<string, ReadonlyMap<string, string | undefined>>;

export interface GlossaryEditing extends GlossaryColumns {
  /** Name of a new column for a language. */
  readonly nameOf: (language: string) => string;
}

/** A column to write to. */
interface Target {
  readonly language: string;
  readonly at: number;
}

/**
 * Sets, adds or removes terms in the text. Separator, quotes, line endings and columns stay. A new
 * term is inserted at its place in a sorted file, otherwise at the end. A row is removed when it
 * has no target in any language.
 */
export function editGlossary(text: string, edits: TermEdits, editing: GlossaryEditing): string {
  const table = glossaryTable(text, editing);
  const width = table.head?.cells.length ?? 0;
  const missing = [...edits.keys()].filter((language) => !table.languages.includes(language));
  const added = missing.map((language, i) => ({ language, at: width + i }));
  const writing: Writing = { text, table, edits, added, width: width + added.length };
  const splices: Splice[] = [];
  if (table.head !== undefined && added.length > 0) {
    const names = added.map(({ language }) => editing.nameOf(language));
    splices.push(appended(table.head, names, writing));
  }
  const known = new Set<string>();
  for (const row of table.rows) {
    const phrase = row.cells[table.source]?.text ?? '';
    if (phrase !== '') known.add(phrase);
    splices.push(...rowSplices(row, phrase, writing));
  }
  return applySplices(text, [...splices, ...newRows(known, writing)]);
}

interface Writing {
  readonly text: string;
  readonly table: GlossaryTable;
  readonly edits: TermEdits;
  /** New columns. */
  readonly added: readonly Target[];
  /** Number of columns afterwards. */
  readonly width: number;
}

function rowSplices(row: Row, phrase: string, writing: Writing): readonly Splice[] {
  const { table, edits, added } = writing;
  const wanted = new Map(
    [...edits].flatMap(([language, terms]) =>
      phrase !== '' && terms.has(phrase) ? [[language, terms.get(phrase) ?? '']] : [],
    ),
  );
  const isBlank = row.cells.every(({ text }) => text === '');
  if (wanted.size === 0) return added.length === 0 || isBlank ? [] : [appended(row, [], writing)];
  const after = textsAfter(row, wanted, table);
  const behind = added.map(({ language }) => wanted.get(language) ?? '');
  if ([...after.values(), ...behind].every((text) => text === '')) {
    return [{ ...row.block, text: '' }];
  }
  const splices = [...after].flatMap(([at, text]) => {
    const cell = row.cells[at];
    if (cell === undefined || cell.text === text) return [];
    const quoted = cell.quoted && text !== '';
    return [{ ...cell.range, text: cellOf(text, table, quoted) }];
  });
  const short = table.languages.flatMap((_, at) => (at < row.cells.length ? [] : [at]));
  const tail = [...short.map((at) => after.get(at) ?? ''), ...behind];
  return tail.some((text) => text !== '') || added.length > 0
    ? [...splices, appended(row, tail, writing)]
    : splices;
}

/**
 * The cells of each language afterwards. Columns of the same language, such as variants, get the
 * same text.
 */
function textsAfter(
  { cells }: Row,
  wanted: ReadonlyMap<string, string>,
  { languages }: GlossaryTable,
): ReadonlyMap<number, string> {
  const after = new Map<number, string>();
  for (const [at, language] of languages.entries()) {
    if (typeof language === 'string') after.set(at, cells[at]?.text ?? '');
  }
  for (const [language, text] of wanted) {
    const own = [...after.keys()].filter((at) => languages[at] === language);
    const filled = own.filter((at) => after.get(at) !== '');
    for (const at of filled.length > 0 ? filled : own.slice(0, 1)) after.set(at, text);
  }
  return after;
}

/** Cells to append to a row, up to the table's width. */
function appended(row: Row, texts: readonly string[], { table, width }: Writing): Splice {
  const { cells, end } = row;
  const quoted = cells.length > 0 && cells.every((cell) => cell.quoted);
  const tail = Array.from({ length: width - cells.length }, (_, i) => {
    const text = texts[i - (width - cells.length - texts.length)] ?? '';
    return cellOf(text, table, quoted && text !== '');
  });
  return { start: end, end, text: tail.map((cell) => table.delimiter + cell).join('') };
}

function newRows(known: ReadonlySet<string>, writing: Writing): readonly Splice[] {
  const { text, table, edits } = writing;
  const phrases = new Map<string, Map<string, string>>();
  for (const [language, terms] of edits) {
    for (const [phrase, target] of terms) {
      if (known.has(phrase) || target === undefined) continue;
      const targets = phrases.get(phrase) ?? new Map<string, string>();
      phrases.set(phrase, targets.set(language, target));
    }
  }
  if (phrases.size === 0) return [];
  const { rows, head, source } = table;
  const filled = rows.filter(({ cells }) => (cells[source]?.text ?? '') !== '');
  const order = filled.map(({ cells }) => orderOf(cells[source]?.text ?? ''));
  const isSorted = order.length > 1 && order.every((one, at) => one >= (order[at - 1] ?? ''));
  const wanted = [...phrases];
  if (isSorted) wanted.sort(([a], [b]) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const byPlace = new Map<number, string[]>();
  for (const [phrase, targets] of wanted) {
    const place = isSorted ? firstAfter(order, orderOf(phrase)) : filled.length;
    const next = filled[place];
    const at = next?.block.start ?? text.length;
    const like = filled[place - 1] ?? next ?? head;
    const lines = byPlace.get(at) ?? [];
    byPlace.set(at, lines);
    lines.push(newRow(phrase, targets, { ...writing, like }));
  }
  const newline = detectNewline(text);
  return [...byPlace].map(([at, lines]) => {
    const isOpen = at === text.length && !/[\r\n]$/.test(text);
    const joined = lines.join(newline);
    return { start: at, end: at, text: isOpen ? newline + joined : joined + newline };
  });
}

function newRow(
  phrase: string,
  targets: ReadonlyMap<string, string>,
  { table, added, width, like }: Writing & { readonly like: Row | undefined },
): string {
  const { delimiter, languages, source } = table;
  const filled = like?.cells.filter(({ text }) => text !== '') ?? [];
  const quotesAll = filled.length > 0 && filled.every(({ quoted }) => quoted);
  const texts = Array.from({ length: width }, (_, at) => (at === source ? phrase : ''));
  for (const [language, text] of targets) {
    const at = languages.indexOf(language);
    texts[at === -1 ? (added.find((one) => one.language === language)?.at ?? 0) : at] = text;
  }
  return texts
    .map((text, at) => {
      const cell = like?.cells[at];
      const quoted = cell === undefined || cell.text === '' ? quotesAll : cell.quoted;
      return cellOf(text, { delimiter }, quoted && text !== '');
    })
    .join(delimiter);
}

/** Sort key that ignores case. */
function orderOf(phrase: string): string {
  return phrase.toLowerCase();
}

/** Index of the first item that sorts after one; the length if there is none. */
function firstAfter(order: readonly string[], one: string): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((order[middle] ?? '') > one) high = middle;
    else low = middle + 1;
  }
  return low;
}

export interface NewGlossary {
  /** Ends in `.csv` or `.tsv`. */
  readonly file: string;
  /** Locale of the source phrases. */
  readonly source: string;
  readonly columns: readonly {
    readonly locale: string;
    readonly terms: ReadonlyMap<string, string>;
  }[];
}

/** The text of a new glossary file: a column per locale, a row per source phrase. */
export function newGlossary({ file, source, columns }: NewGlossary): string {
  const delimiter = /\.tsv$/i.test(file) ? '\t' : ',';
  const phrases = new Set(columns.flatMap(({ terms }) => [...terms.keys()]));
  const rows = [
    [source, ...columns.map(({ locale }) => locale)],
    ...[...phrases].map((phrase) => [
      phrase,
      ...columns.map(({ terms }) => terms.get(phrase) ?? ''),
    ]),
  ];
  return rows
    .map((row) => `${row.map((text) => cellOf(text, { delimiter }, false)).join(delimiter)}\n`)
    .join('');
}
