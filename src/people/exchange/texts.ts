import { unitHash } from '../../lock/index.js';
import { formatKey, REVIEW_STATUSES } from '../../model/index.js';
import type { ReviewData, ReviewEdit, ReviewStatus } from '../../model/index.js';

/** A text as it leaves the repository. */
export interface ExchangeText {
  /**
   * Says which texts it was: hashes of unit, source and target, and the locale. Only letters, digits,
   * `-`, `_` and `.`, so that every format keeps it.
   */
  readonly id: string;
  /** Target file, relative to the root. */
  readonly file: string;
  readonly locale: string;
  /** For people. */
  readonly key: string;
  readonly source: string;
  /** '' if there is none. */
  readonly target: string;
  readonly status: ReviewStatus;
  /** What the author and the checks say. */
  readonly notes: readonly string[];
  /** The longest translation, in characters. */
  readonly limit: number | undefined;
}

/** A text as it comes back. */
export interface ReturnedText {
  readonly id: string;
  /** The source beside it; undefined if the file shows none. */
  readonly source: string | undefined;
  readonly text: string;
  /** Whether the person says that it is right, even if it is the same as before. */
  readonly approved: boolean;
  /** Where it is in the file, for messages: `line 12`. */
  readonly place: string;
}

/** All files with texts of one locale. */
export interface ExchangeFile {
  readonly source: string;
  readonly locale: string;
  readonly texts: readonly ExchangeText[];
}

/** The texts with one of these statuses, by locale. Pure. */
export function textsToExchange(
  data: ReviewData,
  statuses: readonly ReviewStatus[],
): readonly ExchangeFile[] {
  const byLocale = new Map<string, ExchangeText[]>();
  for (const row of data.rows.hash.keys()) {
    const text = textAt(data, row);
    if (text === undefined || !statuses.includes(text.status)) continue;
    if (data.rows.more[row]?.fixed !== undefined) continue;
    const known = byLocale.get(text.locale);
    if (known === undefined) byLocale.set(text.locale, [text]);
    else known.push(text);
  }
  return [...byLocale].map(([locale, texts]) => ({ source: data.source, locale, texts }));
}

function textAt(
  { files, sources, texts, rows }: ReviewData,
  row: number,
): ExchangeText | undefined {
  const place = rows.text[row] ?? -1;
  const file = files[rows.file[row] ?? -1];
  const source = sources[texts.file[place] ?? -1];
  const key = texts.key[place]?.split('\0');
  if (file === undefined || source === undefined || key === undefined) return undefined;
  const { path, locale } = file;
  const { note, limit } = texts.more[place] ?? {};
  const findings = rows.more[row]?.findings ?? [];
  const hashes = [unitHash(source, key), texts.hash[place], rows.hash[row]];
  return {
    id: [...hashes, locale.replaceAll(/[^\w-]/g, '.')].join('.'),
    ...{ file: path, locale, key: formatKey(key), limit },
    source: texts.text[place] ?? '',
    target: rows.target[row] ?? '',
    status: REVIEW_STATUSES[rows.status[row] ?? 0] ?? 'current',
    notes: [
      ...(note === undefined ? [] : [note]),
      ...findings.filter(({ level }) => level !== 'settled').map(({ message }) => message),
    ],
  };
}

/** What became of a returned text. */
export interface Sorted {
  readonly edits: readonly ReviewEdit[];
  /** Texts that belong nowhere, each with the reason. */
  readonly foreign: readonly string[];
  /** How many came back as they were. */
  readonly unchanged: number;
}

/** Unit, source, target and locale of a text. */
export const ID = /^([\w-]{11})\.([\w-]{8})\.([\w-]{6})\.([\w.-]+)$/;

/**
 * The edits of returned texts, each for the unit that its id names. A text whose source has changed
 * since is written for the old source: it goes to review. Pure.
 */
export function editsOfReturned(
  data: ReviewData,
  returned: readonly ReturnedText[],
  { force = false }: { readonly force?: boolean } = {},
): Sorted {
  const rows = rowsById(data);
  const edits: ReviewEdit[] = [];
  const foreign: string[] = [];
  const seen = new Set<string>();
  let unchanged = 0;
  for (const { id, source, text, approved, place } of returned) {
    const [, unit = '', sourceHash = '', target = '', locale = ''] = ID.exec(id) ?? [];
    const [row, ...others] = rows.get(`${unit}.${locale}`) ?? [];
    const now = row === undefined ? undefined : textAt(data, row);
    if (row === undefined || now === undefined || others.length > 0 || seen.has(id)) {
      const why = unit === '' ? NO_ID : seen.has(id) ? TWICE : row === undefined ? GONE : SEVERAL;
      foreign.push(`${place}: ${why}`);
      continue;
    }
    seen.add(id);
    const outdated = hashOf(data, row) !== sourceHash;
    if (!outdated && source !== undefined && !isAlike(source, now.source)) {
      foreign.push(`${place}: ${OTHER_SOURCE}`);
      continue;
    }
    if (text === '' || (text === now.target && !approved)) {
      unchanged += 1;
      continue;
    }
    edits.push({
      ...{ file: now.file, locale: now.locale, text },
      key: (data.texts.key[data.rows.text[row] ?? -1] ?? '').split('\0'),
      seen: { source: hashOf(data, row), target },
      ...(outdated ? { outdated: true } : {}),
      ...(force ? { force: true } : {}),
    });
  }
  return { edits, foreign, unchanged };
}

const NO_ID = 'it was not exported from here: it has no id';
const GONE = 'the repository has no such text any more';
const SEVERAL = 'several files have this text; edit them in the repository';
const TWICE = 'the file has it twice; only the first one counts';
const OTHER_SOURCE = 'it has another source text than was exported under its id';

function rowsById(data: ReviewData): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const row of data.rows.hash.keys()) {
    const [unit = '', , , ...locale] = textAt(data, row)?.id.split('.') ?? [];
    const id = `${unit}.${locale.join('.')}`;
    const known = found.get(id);
    if (known === undefined) found.set(id, [row]);
    else known.push(row);
  }
  return found;
}

function hashOf({ rows, texts }: ReviewData, row: number): string {
  return texts.hash[rows.text[row] ?? -1] ?? '';
}

/** Editors and sheets change white space; nothing else. */
function isAlike(one: string, other: string): boolean {
  return one.replaceAll(/\s+/g, ' ').trim() === other.replaceAll(/\s+/g, ' ').trim();
}
