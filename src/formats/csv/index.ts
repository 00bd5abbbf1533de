import { EditError, formatKey } from '../../model/index.js';
import type { Codec, Key, Origin } from '../../model/index.js';
import type { Splice } from '../kit/splices.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { NewNode, Place, TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { columnName, columnsOf, isLocaleName } from './columns.js';
import { read, type CsvFile, type Line } from './read.js';
import { cellOf, delimiterOf, scanRows, type Row } from './scan.js';
import { withStrayQuotes } from './stray-quotes.js';

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
    if (columns.key === columns.text) throw isKey(key);
    const value = cellOf(text, file, isQuoted(file, row) || misleads(file, text));
    const cell = row.cells[columns.text];
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

/** The error for changing source texts in `source,target`, where they are the keys. */
function isKey(key: Key): EditError {
  const message = `"${formatKey(key)}" is in the key column; change it by hand.`;
  return new EditError('not-writable', key, message);
}

/** Updates the source text of a row, if the file has one. */
function sourceSplices(from: Origin | undefined, { cells }: Row, file: CsvFile): readonly Splice[] {
  const cell = file.columns.source === undefined ? undefined : cells[file.columns.source];
  if (cell === undefined || from === undefined || cell.text === from.unit.text) return [];
  return [{ ...cell.range, text: cellOf(from.unit.text, file, cell.quoted) }];
}

/** Whether to quote a cell: it was quoted, or all cells of its row are. */
function isQuoted({ columns }: CsvFile, { cells }: Row): boolean {
  const cell = cells[columns.text];
  if (cell !== undefined && (cell.quoted || cell.text !== '')) return cell.quoted;
  return cells.every((one) => one.quoted || one.text === '') && cells.some((one) => one.quoted);
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
    const name =
      at === 0
        ? cellOf(
            columnName(locale, names),
            file,
            cells.every((one) => one.quoted),
          )
        : '';
    return [{ start: end, end, text: gap + name }];
  });
}

const tables = withStrayQuotes(treeCodec(format));

export const csv: Codec = {
  ...tables,
  derive: (source, edits, options) => {
    const { text } = source;
    const target = hasBoth(text) && tables.parse(text, { role: 'target', locale: options.locale });
    return tables.derive(target || source, edits, options);
  },
};

/** Whether rows have a column for translations beside the source text. */
function hasBoth(text: string): boolean {
  const rows = scanRows(text, delimiterOf(text));
  const [source, target] = (['source', 'target'] as const).map((role) =>
    columnsOf(text, rows, { role }),
  );
  return source?.text !== target?.text;
}
