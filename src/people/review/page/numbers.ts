import { REVIEW_STATUSES } from '../../../model/index.js';
import type { ReviewData, ReviewRun, ReviewStatus } from '../../../model/index.js';

export type Counts = Readonly<Record<ReviewStatus, number>>;

export interface Coverage {
  readonly name: string;
  readonly units: number;
  readonly counts: Counts;
  /** From 0 to 1. */
  readonly share: number;
}

/** Coverage by locale. Pure. */
export function coverageByLocale(data: ReviewData): readonly Coverage[] {
  return coverageBy(data, (file) => data.files[file]?.locale ?? '');
}

/** Coverage by source file, lowest first. Pure. */
export function coverageByFile(data: ReviewData): readonly Coverage[] {
  const all = coverageBy(data, (file) => data.sources[data.files[file]?.source ?? -1] ?? '');
  return [...all].sort((a, b) => a.share - b.share);
}

function coverageBy(data: ReviewData, nameOf: (file: number) => string): readonly Coverage[] {
  const names = data.files.map((_, file) => nameOf(file));
  const counts = new Map<string, number[]>(
    names.map((name) => [name, REVIEW_STATUSES.map(() => 0)]),
  );
  data.rows.file.forEach((file, row) => {
    const own = counts.get(names[file] ?? '');
    const status = data.rows.status[row] ?? 0;
    if (own !== undefined) own[status] = (own[status] ?? 0) + 1;
  });
  return [...counts].map(([name, own]) => {
    const units = own.reduce((sum, one) => sum + one, 0);
    const named = Object.fromEntries(
      REVIEW_STATUSES.map((status, at) => [status, own[at] ?? 0]),
    ) as Record<ReviewStatus, number>;
    const done = named.current + named.edited;
    return { name, units, counts: named, share: units === 0 ? 1 : done / units };
  });
}

export interface Waiting {
  readonly locale: string;
  /** In review, or invalid. */
  readonly person: number;
  /** Missing or stale: `sync` translates them. */
  readonly sync: number;
  /** Machine text that nobody has read. */
  readonly reader: number;
}

/** Texts by whom they wait for, by locale. Pure. */
export function waitingOf(data: ReviewData): readonly Waiting[] {
  const unread = new Map<string, number>();
  data.rows.file.forEach((file, row) => {
    if (data.rows.person[row] === 1 || data.rows.target[row] === '') return;
    const locale = data.files[file]?.locale ?? '';
    unread.set(locale, (unread.get(locale) ?? 0) + 1);
  });
  return coverageByLocale(data).map(({ name, counts }) => ({
    locale: name,
    person: counts.review + counts.invalid,
    sync: counts.missing + counts.stale,
    reader: unread.get(name) ?? 0,
  }));
}

/** Ages in days since the source changed, for texts that have not followed. */
export const AGES = [
  { name: 'under a week', days: 7 },
  { name: 'under a month', days: 31 },
  { name: 'under 3 months', days: 92 },
  { name: 'under a year', days: 366 },
  { name: 'older', days: Infinity },
] as const;

/**
 * Number of texts with a changed source by age, in the order of `AGES`, and of those with unknown
 * age.
 */
export function driftByAge(
  data: ReviewData,
  now: number,
): { readonly known: readonly number[]; readonly unknown: number } {
  const known: number[] = AGES.map(() => 0);
  let unknown = 0;
  data.rows.status.forEach((place, row) => {
    const status = REVIEW_STATUSES[place];
    const more = data.rows.more[row];
    if (status !== 'review' && status !== 'stale' && more?.drifted !== true) return;
    if (more?.since === undefined) {
      unknown += 1;
      return;
    }
    const days = (now - more.since) / 86_400_000;
    const at = AGES.findIndex((age) => days < age.days);
    known[at] = (known[at] ?? 0) + 1;
  });
  return { known, unknown };
}

/** Characters of each run for a plot: its number from 1, its characters, and the sum so far. */
export function charactersOf(runs: readonly ReviewRun[]): readonly [number[], number[], number[]] {
  let sum = 0;
  const sums = runs.map(({ characters }) => (sum += characters));
  return [runs.map((_, at) => at + 1), runs.map(({ characters }) => characters), sums];
}
