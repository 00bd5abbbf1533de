import { REVIEW_STATUSES } from '../../../model/index.js';
import type {
  ReviewData,
  ReviewEdit,
  ReviewPlace,
  ReviewRowMore,
  ReviewStatus,
  ReviewTextMore,
} from '../../../model/index.js';

/** One unit of one target file, with everything that the page shows of it. */
export interface Row {
  readonly row: number;
  readonly text: number;
  readonly file: string;
  readonly sourceFile: string;
  readonly line: number;
  readonly locale: string;
  readonly key: readonly string[];
  readonly source: string;
  readonly target: string;
  readonly status: ReviewStatus;
  readonly isPersons: boolean;
  readonly seen: ReviewEdit['seen'];
  readonly note: ReviewTextMore;
  readonly more: ReviewRowMore;
}

/** Undefined if there is no such row. */
export function rowAt(data: ReviewData, row: number): Row | undefined {
  const { rows, texts, files, sources } = data;
  const text = rows.text[row];
  const file = files[rows.file[row] ?? -1];
  if (text === undefined || file === undefined) return undefined;
  return {
    ...{ row, text },
    file: file.path,
    sourceFile: sources[file.source] ?? '',
    line: texts.line[text] ?? 1,
    locale: file.locale,
    key: (texts.key[text] ?? '').split('\0'),
    source: texts.text[text] ?? '',
    target: rows.target[row] ?? '',
    status: REVIEW_STATUSES[rows.status[row] ?? 0] ?? 'current',
    isPersons: rows.person[row] === 1,
    seen: { source: texts.hash[text] ?? '', target: rows.hash[row] ?? '' },
    note: texts.more[text] ?? {},
    more: rows.more[row] ?? {},
  };
}

/** Whether a rule has found something that nobody has settled. */
export function hasOpenFindings(more: ReviewRowMore | undefined): boolean {
  return more?.findings?.some(({ level }) => level !== 'settled') === true;
}

/** Whether a person can still approve the text. */
export function isApprovable({ target, more, status, isPersons }: Row): boolean {
  if (target === '' || more.fixed !== undefined) return false;
  return !isPersons || (status !== 'current' && status !== 'edited');
}

/** The edit that approves a text as it is. */
export function approval(row: Row): ReviewEdit {
  return { ...placeOf(row), text: row.target };
}

/** Identity of a unit across data versions. */
export function unitId({ file, locale, key }: ReviewPlace): string {
  return [locale, file, ...key].join('\0');
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
    return rows.get(unitId(of));
  };
}

export function placeOf({ file, locale, key, seen }: Row): ReviewEdit {
  return { file, locale, key, seen };
}

/** The given number of rows before and after one in its target file. */
export function neighborsOf(data: ReviewData, row: number, many: number): readonly Row[] {
  const file = data.rows.file[row];
  const rows: Row[] = [];
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
  { row, source, locale }: Row,
  most: number,
): readonly Row[] {
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
  const found: Row[] = [];
  for (const one of known.get(source) ?? []) {
    const other = one === row ? undefined : rowAt(data, one);
    if (other?.locale === locale) found.push(other);
    if (found.length === most) break;
  }
  return found;
}
