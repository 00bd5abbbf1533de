import type { Splice } from '../kit/splices.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { NewNode, Place, TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { read, type CsvFile, type Line } from './read.js';
import { cellOf, type Row } from './scan.js';

/**
 * Tables: a column per locale, `key,source,target`, or two columns without a header. A key is one
 * segment.
 */
const format: TreeFormat<CsvFile> = {
  ...about,
  read,
  set: ({ text }, { unit, row }, file) => {
    if (unit === undefined) return [];
    const { delimiter, columns } = file;
    const value = cellOf(text, file, isQuoted(file, row) || misleads(file, text));
    const cell = row.cells[columns.text];
    if (cell !== undefined) return [{ ...unit.range, text: value }];
    const gap = delimiter.repeat(columns.text - row.cells.length + 1);
    const { end } = row;
    return [{ start: end, end, text: gap + value }];
  },
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

/** In quotes where the cell was, or all cells of its row are. */
function isQuoted({ columns }: CsvFile, { cells }: Row): boolean {
  const cell = cells[columns.text];
  if (cell !== undefined && cell.text !== '') return cell.quoted;
  return cells.every((one) => one.quoted || one.text === '') && cells.some((one) => one.quoted);
}

/** Without a header, the first row says what separates cells: no text of it may say otherwise. */
function misleads({ columns }: CsvFile, text: string): boolean {
  return !columns.hasHeader && /[,;\t]/.test(text);
}

function insert({ key, edit }: NewNode, { file, before, after, newline }: Place<CsvFile>): string {
  const { delimiter, columns } = file;
  const like = (before?.unit === undefined ? after : before)?.row ?? before?.row;
  const count = Math.max(like?.cells.length ?? 2, columns.text + 1);
  const cells = Array.from({ length: count }, (_, at) => {
    const quoted = like?.cells[at]?.quoted ?? false;
    if (at !== columns.key && at !== columns.text) return '';
    const text = at === columns.key ? key.join('.') : (edit?.text ?? '');
    return cellOf(text, file, quoted || misleads(file, text));
  });
  return cells.join(delimiter) + newline;
}

/** The name of a new column, and an empty cell in the rows that get no text. */
function newColumn(file: CsvFile, edited: readonly Line[]): readonly Splice[] {
  const { rows, columns, delimiter, locale } = file;
  const withText = new Set(edited.map(({ row }) => row));
  return rows.flatMap((row, at) => {
    const { cells, end } = row;
    const isBlank = cells.length === 1 && cells[0]?.text === '';
    if (withText.has(row) || isBlank) return [];
    const gap = delimiter.repeat(Math.max(0, columns.text - cells.length + 1));
    const name =
      at === 0
        ? cellOf(
            locale,
            file,
            cells.every((one) => one.quoted),
          )
        : '';
    return [{ start: end, end, text: gap + name }];
  });
}

function isLocaleName(name: string): boolean {
  return /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(name);
}

export const csv = treeCodec(format);
