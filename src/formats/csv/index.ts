import { EditError, formatKey, keyId, locate } from '../../model/index.js';
import type { Codec, Origin, Document, Edit, ParseOptions, Problem } from '../../model/index.js';
import type { Splice } from '../kit/splices.js';
import { treeCodec, plainUnit } from '../kit/tree-codec.js';
import type { NewNode, Place, TreeFormat, Node, TreeFile } from '../kit/tree.js';
import { about } from './about.js';
import { columnName, type Columns, columnsOf, isLocaleName, secondColumn } from './columns.js';
import { cellOf, type CellStyle, delimiterOf, type Row, scanRows } from './scan.js';

interface Line extends Node {
  readonly row: Row;
}

interface CsvFile extends TreeFile<Line>, CellStyle {
  readonly rows: readonly Row[];
  readonly columns: Columns;
  /** Locale of the texts. */
  readonly locale: string;
  /** In a target without rows: the header row to write with its first text, as in its source. */
  readonly header?: string;
}

/** The rows of a table that have a key, with the text of one locale. @throws FormatError */
function read(text: string, options: ParseOptions): CsvFile {
  const delimiter = delimiterOf(text);
  const rows = scanRows(text, delimiter, options.file);
  if (rows.length === 0 && options.source?.format === 'csv')
    return withoutRows(text, options.source, options);
  const columns = columnsOf(text, rows, options);
  const children = rows.slice(columns.hasHeader ? 1 : 0).map((row) => lineOf(row, columns));
  const root = { ...NO_LINE, block: { start: 0, end: text.length }, children };
  let isBare: boolean | undefined;
  return {
    ...{ text, root, rows, delimiter, columns, locale: options.locale ?? '' },
    problems: [
      ...problemsOf(text, rows[0], { columns, file: options.file }),
      ...tornCells(text, rows, options.file),
    ],
    // Only edits need it.
    get hasBareQuotes() {
      return (isBare ??= hasBareQuotes(rows));
    },
  };
}

function problemsOf(
  text: string,
  head: Row | undefined,
  { columns, file }: { readonly columns: Columns; readonly file: string | undefined },
): readonly Problem[] {
  if (head === undefined || !columns.hasHeader) return [];
  const names = head.cells.map((cell) => cell.text.trim());
  const second = secondColumn(names, columns);
  if (second === -1) return [];
  const { line, column } = locate(text, head.cells[second]?.range.start ?? 0);
  const [own = '', other = ''] = [names[columns.text], names[second]];
  const message = `The columns "${own}" and "${other}" are for the same locale; the first one is used.`;
  return [
    { code: 'duplicate-key', severity: 'warning', message, line, column, ...(file && { file }) },
  ];
}

/** Cells whose quote closes in another cell. */
function tornCells(text: string, rows: readonly Row[], file: string | undefined): Problem[] {
  return rows.flatMap(({ cells }) =>
    cells
      .filter(({ isTorn }) => isTorn)
      .map(({ range }): Problem => {
        const message =
          'This quote does not close at the end of its cell, so other programs read the following lines as part of it. Add the missing quote.';
        return {
          code: 'invalid-unit',
          severity: 'warning',
          message,
          ...locate(text, range.start),
          ...(file && { file }),
        };
      }),
  );
}

/** Whether an unquoted cell contains a quote. */
function hasBareQuotes(rows: readonly Row[]): boolean {
  return rows.some(({ cells }) => cells.some((cell) => !cell.quoted && cell.text.includes('"')));
}

const NO_LINE: Line = {
  ...{ key: [], block: { start: 0, end: 0 } },
  row: { block: { start: 0, end: 0 }, end: 0, cells: [] },
};

/** An empty target has the layout of its source. */
function withoutRows(text: string, source: Document, options: ParseOptions): CsvFile {
  const delimiter = delimiterOf(source.text);
  const rows = scanRows(source.text, delimiter, options.file);
  const { role = 'source', locale = '', file: path = '' } = options;
  const columns = columnsOf(source.text, rows, { role, locale, file: path });
  const root = { ...NO_LINE, block: { start: 0, end: text.length }, children: [] };
  const file = { text, root, rows: [], delimiter, columns, locale };
  const [head] = rows;
  if (!columns.hasHeader || head === undefined) return file;
  const cell = head.cells[columns.text];
  const names = source.text.slice(head.block.start, head.end);
  if (cell === undefined || !isLocaleName(cell.text)) return { ...file, header: names };
  const own = cellOf(file.locale, file, cell.quoted);
  const [start, end] = [cell.range.start - head.block.start, cell.range.end - head.block.start];
  return { ...file, header: names.slice(0, start) + own + names.slice(end) };
}

function lineOf(row: Row, { key: at, text, source, notes }: Columns): Line {
  const { cells, block, end } = row;
  const name = cells[at]?.text ?? '';
  const key = [name];
  // A row with a `#` is a comment; one with a single cell is a heading.
  if (name === '' || name.startsWith('#') || cells.length < 2) return { key, block, row };
  const cell = cells[text];
  const range = cell?.range ?? { start: end, end };
  const said = notes.map((column) => cells[column]?.text ?? '');
  const note = said.filter(Boolean).join('\n');
  const unit = plainUnit({ key, text: cell?.text ?? '', range, note });
  const keyAt = cells[at]?.range.start ?? block.start;
  if (source === undefined) return { key, block, row, keyAt, unit };
  return { key, block, row, keyAt, unit: { ...unit, source: cells[source]?.text ?? '' } };
}

/**
 * Tables: a column per locale, `key,source,target`, or two columns without a header. A key has one
 * segment.
 */
const format: TreeFormat<CsvFile> = {
  ...about,
  read,
  set: ({ key, text, from }, { unit, row }, file) => {
    if (unit === undefined) return [];
    const { delimiter, columns } = file;
    const source = sourceSplices(from, row, file);
    if (text === unit.text) return source;
    // In `source,target`, source texts are the keys.
    if (columns.key === columns.text) {
      const message = `"${formatKey(key)}" is in the key column; change it by hand.`;
      throw new EditError('not-writable', key, message);
    }
    const cell = row.cells[columns.text];
    if (cell?.isTorn === true) {
      const message = `The quote of "${formatKey(key)}" closes in another cell; add the missing quote first.`;
      throw new EditError('not-writable', key, message);
    }
    // A new text is quoted if all cells of its row are.
    const isQuoted =
      cell !== undefined && (cell.quoted || cell.text !== '')
        ? cell.quoted
        : row.cells.every((one) => one.quoted || one.text === '') &&
          row.cells.some((one) => one.quoted);
    const value = cellOf(text, file, isQuoted || misleads(file, text));
    if (cell !== undefined) return [...source, { ...unit.range, text: value }];
    const gap = delimiter.repeat(columns.text - row.cells.length + 1);
    const { end } = row;
    return [...source, { start: end, end, text: gap + value }];
  },
  keeps: ({ from }, { row }, file) => sourceSplices(from, row, file).length === 0,
  insert,
  beside: (edits, file, find) => {
    const edited = edits.flatMap((edit) => {
      const node = edit.op === 'set' ? find(edit.key) : undefined;
      return node === undefined || (edit.op === 'set' && node.unit?.text === edit.text) ? [] : node;
    });
    return file.columns.isNew && edited.length > 0 ? newColumn(file, edited) : [];
  },
  derived: (file, { locale }) => {
    const { rows, columns } = file;
    const [head] = rows;
    const cell = columns.hasHeader ? head?.cells[columns.text] : undefined;
    if (cell === undefined || !isLocaleName(cell.text)) return [];
    return [{ ...cell.range, text: cellOf(locale, file, cell.quoted) }];
  },
};

/** Updates the source text of a row, if the file has one. */
function sourceSplices(from: Origin | undefined, { cells }: Row, file: CsvFile): readonly Splice[] {
  const cell = file.columns.source === undefined ? undefined : cells[file.columns.source];
  if (cell === undefined || from === undefined || cell.text === from.unit.text) return [];
  return [{ ...cell.range, text: cellOf(from.unit.text, file, cell.quoted) }];
}

/**
 * Whether a text contains a separator, which in the first row of a file without a header could be
 * mistaken for the file's.
 */
function misleads({ columns }: CsvFile, text: string): boolean {
  return !columns.hasHeader && /[,;\t]/.test(text);
}

function insert({ key, edit }: NewNode, place: Place<CsvFile>): string {
  const { file, before, after, newline } = place;
  const { delimiter, columns, header } = file;
  const like = (before?.unit === undefined ? after : before)?.row ?? before?.row;
  const count = Math.max(like?.cells.length ?? 2, columns.text + 1);
  const texts = new Map([
    [columns.source, edit?.from?.unit.text ?? ''],
    [columns.key, key.join('.')],
    [columns.text, edit?.text ?? ''],
  ]);
  const cells = Array.from({ length: count }, (_, at) => {
    const text = texts.get(at);
    const quoted = like?.cells[at]?.quoted ?? false;
    return text === undefined ? '' : cellOf(text, file, quoted || misleads(file, text));
  });
  const lead = header !== undefined && place.at === 0 ? header + newline : '';
  return lead + cells.join(delimiter) + newline;
}

/** Adds the name of a new column, and an empty cell to each complete row without a text. */
function newColumn(file: CsvFile, edited: readonly Line[]): readonly Splice[] {
  const { rows, columns, delimiter, locale } = file;
  const names = rows[0]?.cells.map((cell) => cell.text.trim()) ?? [];
  const withText = new Set(edited.map(({ row }) => row));
  return rows.flatMap((row, at) => {
    const { cells, end } = row;
    // Blank lines, headings and comments, which readers skip.
    if (withText.has(row) || cells.length < names.length) return [];
    const gap = delimiter.repeat(Math.max(0, columns.text - cells.length + 1));
    if (at > 0) return [{ start: end, end, text: gap }];
    const isQuoted = cells.every((one) => one.quoted);
    return [{ start: end, end, text: gap + cellOf(columnName(locale, names), file, isQuoted) }];
  });
}

const tables = withStrayQuotes(treeCodec(format));

/**
 * A codec that refuses edits whose result it could not read back: a stray quote in one cell may
 * pair with one in another cell, so that editing one cell changes the other.
 */
function withStrayQuotes(codec: Codec): Codec {
  const asked = new WeakMap<Document, ParseOptions>();
  return {
    ...codec,
    parse: (text, options = {}) => {
      const document = codec.parse(text, options);
      asked.set(document, options);
      return document;
    },
    edit: (document, edits) => {
      const text = codec.edit(document, edits);
      const options = asked.get(document);
      const { text: before } = document;
      if (edits.length === 0 || options === undefined || !before.includes('"')) return text;
      if (hasBareQuotes(scanRows(before, delimiterOf(before))))
        requireTexts(codec.parse(text, options), document, edits);
      return text;
    },
  };
}

/** @throws EditError `not-writable` */
function requireTexts(after: Document, before: Document, edits: readonly Edit[]): void {
  const expected = new Map(before.units.map(({ key, text }) => [keyId(key), text]));
  for (const edit of edits)
    if (edit.op === 'remove') expected.delete(keyId(edit.key));
    else expected.set(keyId(edit.key), edit.text);
  const isSame =
    after.units.length === expected.size &&
    after.units.every(({ key, text }) => expected.get(keyId(key)) === text);
  const [first] = edits;
  if (isSame || first === undefined) return;
  const message = `"${formatKey(first.key)}" cannot be written, because it would change how a quote in the middle of another cell is read; fix the quotes in the file.`;
  throw new EditError('not-writable', first.key, message);
}

export const csv: Codec = {
  ...tables,
  derive: (source, edits, options) => {
    const { text } = source;
    const rows = scanRows(text, delimiterOf(text));
    // Rows may have a column for translations beside the source text.
    const [own, other] = (['source', 'target'] as const).map((role) =>
      columnsOf(text, rows, { role }),
    );
    if (own?.text === other?.text) return tables.derive(source, edits, options);
    const target = tables.parse(text, { role: 'target', locale: options.locale });
    return tables.derive(target, edits, options);
  },
};
