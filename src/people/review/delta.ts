import type { OfflineRules } from '../../engine/review/check.js';
import type { ReviewData, ReviewRowMore, ReviewRun } from '../../model/index.js';

// What a page gets from the server or the report that it comes from.

/** The data embedded in the page. */
export interface Start {
  /** server: it loads everything from a server · file: it contains everything. */
  readonly home: 'server' | 'file';
  /** Path of the page in the browser. */
  readonly base?: string;
  readonly token?: string;
  /** Path, below the base, of a page that this one links to. */
  readonly status?: string | undefined;
  /** Whose page it is. Absent: the page of the person at this machine, or a file. */
  readonly guest?: Guest;
  /** For a file: all data. For a server: the first rows, shown until all data has arrived. */
  readonly shown: Shown;
  /** For a file: what judges its texts. */
  readonly rules?: OfflineRules;
}

/** Somebody who was sent a link. */
export interface Guest {
  /** The only language that the link shows and changes. */
  readonly locale: string;
  /** `Anna Schmidt`, or `Anna Schmidt <anna@example.com>`; '': the page asks. */
  readonly name: string;
  /** decide: what they write is written to the files · suggest: it is kept as a suggestion. */
  readonly may: 'decide' | 'suggest';
}

/** The page's data. */
export interface Shown {
  readonly data: ReviewData;
  readonly runs: readonly ReviewRun[];
  /** Incremented with each change, so that a page knows what it has missed. Absent if nothing changes. */
  readonly version?: number;
}

/** Events for pages. */
export type LiveEvent =
  /** Sent first. · all: all data must be reloaded. */
  | { readonly type: 'hello' | 'all'; readonly version: number }
  /** These rows changed since the previous version. */
  | { readonly type: 'rows'; readonly version: number; readonly rows: readonly RowDelta[] }
  /** Something cannot be read; the displayed data stays. */
  | { readonly type: 'error'; readonly message: string };

/** New values of one row. */
export interface RowDelta {
  readonly row: number;
  readonly status: number;
  readonly target: string;
  readonly hash: string;
  readonly person: 0 | 1;
  readonly more: ReviewRowMore | null;
}

/** With more changed rows, all data is sent. */
const MANY = 5_000;

/** Rows that differ; 'all' if units were added, removed or have other sources. Pure. */
export function deltaOf(before: ReviewData, after: ReviewData): readonly RowDelta[] | 'all' {
  if (!hasSameUnits(before, after)) return 'all';
  const found: RowDelta[] = [];
  const a = before.rows;
  const b = after.rows;
  for (let row = 0; row < b.hash.length; row += 1) {
    const [known, more] = [a.more[row] ?? null, b.more[row] ?? null];
    const isSame =
      a.hash[row] === b.hash[row] &&
      a.status[row] === b.status[row] &&
      a.person[row] === b.person[row] &&
      (known === more || JSON.stringify(known) === JSON.stringify(more));
    if (isSame) continue;
    found.push(deltaOfRow(after, row));
    if (found.length > MANY) return 'all';
  }
  return found;
}

export function deltaOfRow({ rows }: ReviewData, row: number): RowDelta {
  const { status, target, hash, person, more } = rows;
  return {
    row,
    status: status[row] ?? 0,
    target: target[row] ?? '',
    hash: hash[row] ?? '',
    person: person[row] ?? 0,
    more: more[row] ?? null,
  };
}

/** The data with changed rows. Pure; unchanged parts are shared. */
export function withDelta(data: ReviewData, deltas: readonly RowDelta[]): ReviewData {
  const { rows } = data;
  const status = [...rows.status];
  const target = [...rows.target];
  const hash = [...rows.hash];
  const person = [...rows.person];
  const more: Record<number, ReviewRowMore> = { ...rows.more };
  for (const one of deltas) {
    status[one.row] = one.status;
    target[one.row] = one.target;
    hash[one.row] = one.hash;
    person[one.row] = one.person;
    if (one.more === null) Reflect.deleteProperty(more, one.row);
    else more[one.row] = one.more;
  }
  return { ...data, rows: { ...rows, status, target, hash, person, more } };
}

function hasSameUnits(a: ReviewData, b: ReviewData): boolean {
  return (
    isSame(a.rows.text, b.rows.text) &&
    isSame(a.rows.file, b.rows.file) &&
    isSame(a.texts.key, b.texts.key) &&
    isSame(a.texts.hash, b.texts.hash) &&
    isSame(a.problems, b.problems) &&
    JSON.stringify(a.files) === JSON.stringify(b.files) &&
    JSON.stringify(a.texts.more) === JSON.stringify(b.texts.more)
  );
}

function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}
