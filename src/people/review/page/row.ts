import { editPlace, reviewId, rowAt } from '../../../model/index.js';
import type { ReviewData, ReviewEdit, ReviewPlace, ReviewRow } from '../../../model/index.js';

/** Whether a person can still approve the text. */
export function isApprovable({ target, more, status, isPersons }: ReviewRow): boolean {
  if (target === '' || more.fixed !== undefined) return false;
  return !isPersons || (status !== 'current' && status !== 'edited');
}

/** The edit that approves a text as it is. */
export function approval(row: ReviewRow): ReviewEdit {
  return { ...editPlace(row), text: row.target };
}

/** Whether a row is about a unit. */
export function isUnitAt(
  { rows, files, texts }: ReviewData,
  row: number,
  of: ReviewPlace,
): boolean {
  const file = files[rows.file[row] ?? -1];
  const key = texts.key[rows.text[row] ?? -1];
  return file?.path === of.file && file.locale === of.locale && key === of.key.join('\0');
}

/** Finds the row of a unit; undefined if it is gone. A row where it may be makes that fast. */
export function rowFinder(data: ReviewData): (of: ReviewPlace, row: number) => number | undefined {
  let rows: ReadonlyMap<string, number> | undefined;
  return (of, row) => {
    if (isUnitAt(data, row, of)) return row;
    rows ??= new Map(
      data.rows.text.map((text, at) => {
        const { path = '', locale = '' } = data.files[data.rows.file[at] ?? -1] ?? {};
        return [[locale, path, data.texts.key[text]].join('\0'), at];
      }),
    );
    return rows.get(reviewId(of));
  };
}

/** The given number of rows before and after one in its target file. */
export function neighborsOf(data: ReviewData, row: number, many: number): readonly ReviewRow[] {
  const file = data.rows.file[row];
  const rows: ReviewRow[] = [];
  for (let at = row - many; at <= row + many; at += 1) {
    const one = at === row || data.rows.file[at] !== file ? undefined : rowAt(data, at);
    if (one !== undefined) rows.push(one);
  }
  return rows;
}

const bySource = new WeakMap<ReviewData['texts'], Map<string, number[]>>();

/** Rows with the same source text and locale at other keys. */
export function sameTexts(
  data: ReviewData,
  { row, source, locale }: ReviewRow,
  most: number,
): readonly ReviewRow[] {
  const { rows, texts } = data;
  let known = bySource.get(texts);
  if (known === undefined) {
    known = new Map<string, number[]>();
    bySource.set(texts, known);
    for (const [at, text] of rows.text.entries()) {
      const own = texts.text[text] ?? '';
      const same = known.get(own);
      if (same === undefined) known.set(own, [at]);
      else same.push(at);
    }
  }
  const found: ReviewRow[] = [];
  for (const one of known.get(source) ?? []) {
    const other = one === row ? undefined : rowAt(data, one);
    if (other?.locale === locale) found.push(other);
    if (found.length === most) break;
  }
  return found;
}
