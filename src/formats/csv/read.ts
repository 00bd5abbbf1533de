import { locate } from '../../model/index.js';
import type { Document, ParseOptions, Problem } from '../../model/index.js';
import { plainUnit } from '../kit/tree-codec.js';
import type { Node, TreeFile } from '../kit/tree.js';
import { columnsOf, isLocaleName, secondColumn, type Columns } from './columns.js';
import { cellOf, delimiterOf, scanRows, type CellStyle, type Row } from './scan.js';

export interface Line extends Node {
  readonly row: Row;
}

export interface CsvFile extends TreeFile<Line>, CellStyle {
  readonly rows: readonly Row[];
  readonly columns: Columns;
  /** Locale of the texts. */
  readonly locale: string;
  /** In a target without rows: the header row to write with its first text, as in its source. */
  readonly header?: string;
}

/** The rows of a table that have a key, with the text of one locale. @throws FormatError */
export function read(text: string, options: ParseOptions): CsvFile {
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
    problems: problemsOf(text, { head: rows[0], columns, file: options.file }),
    // Only edits need it.
    get hasBareQuotes() {
      return (isBare ??= hasBareQuotes(rows));
    },
  };
}

interface Head {
  readonly head: Row | undefined;
  readonly columns: Columns;
  readonly file: string | undefined;
}

function problemsOf(text: string, { head, columns, file }: Head): readonly Problem[] {
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

/** Whether an unquoted cell contains a quote. */
export function hasBareQuotes(rows: readonly Row[]): boolean {
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
  const note = notes.length === 0 ? '' : noteOf(row, notes);
  const unit = plainUnit({ key, text: cell?.text ?? '', range, note });
  const keyAt = cells[at]?.range.start ?? block.start;
  if (source === undefined) return { key, block, row, keyAt, unit };
  return { key, block, row, keyAt, unit: { ...unit, source: cells[source]?.text ?? '' } };
}

function noteOf({ cells }: Row, columns: readonly number[]): string {
  const notes = columns.map((at) => cells[at]?.text ?? '');
  return notes.filter(Boolean).join('\n');
}
