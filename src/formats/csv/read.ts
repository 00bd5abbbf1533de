import type { ParseOptions } from '../../model/index.js';
import { textUnit } from '../kit/tree-codec.js';
import type { Node, TreeFile } from '../kit/tree.js';
import { columnsOf, type Columns } from './columns.js';
import { delimiterOf, scanRows, type CellStyle, type Row } from './scan.js';

export interface Line extends Node {
  readonly row: Row;
}

export interface CsvFile extends TreeFile<Line>, CellStyle {
  readonly rows: readonly Row[];
  readonly columns: Columns;
  /** Of its texts. */
  readonly locale: string;
}

/** The rows of a table that have a key, with the text of one locale. @throws FormatError */
export function read(text: string, options: ParseOptions): CsvFile {
  const delimiter = delimiterOf(text);
  const rows = scanRows(text, delimiter, options.file);
  const columns = columnsOf(text, rows, options);
  const children = rows.slice(columns.hasHeader ? 1 : 0).map((row) => lineOf(row, columns));
  const empty: Row = { block: { start: 0, end: 0 }, end: 0, cells: [] };
  const root = { key: [], block: { start: 0, end: text.length }, children, row: empty };
  const hasBareQuotes = rows.some(({ cells }) =>
    cells.some((cell) => !cell.quoted && cell.text.includes('"')),
  );
  return { text, root, rows, delimiter, hasBareQuotes, columns, locale: options.locale ?? '' };
}

function lineOf(row: Row, columns: Columns): Line {
  const { cells, block, end } = row;
  const name = cells[columns.key]?.text ?? '';
  const line = { key: [name], block, row };
  // A row with a `#` is a comment; one with a single cell is a heading.
  if (name === '' || name.startsWith('#') || cells.length < 2) return line;
  const cell = cells[columns.text];
  const range = cell?.range ?? { start: end, end };
  const note = columns.notes
    .map((at) => cells[at]?.text ?? '')
    .filter(Boolean)
    .join('\n');
  return { ...line, unit: textUnit({ key: line.key, text: cell?.text ?? '', range, note }) };
}
