import { unitHash } from '../../lock/index.js';
import { formatKey, editPlace, rowAt } from '../../model/index.js';
import type { ReviewData, ReviewEdit, ReviewStatus, ReviewRow } from '../../model/index.js';
import { groupBy } from '../report/amounts.js';

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
  /** Undefined: a number, a date or an error of a sheet, and nobody knows which text was meant. */
  readonly text: string | undefined;
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
  const chosen = data.rows.text.flatMap((_, at) => {
    const row = rowAt(data, at);
    const isChosen = row && statuses.includes(row.status) && row.more.fixed === undefined;
    return isChosen === true ? [textOf(row)] : [];
  });
  return [...groupBy(chosen, ({ locale }) => locale)].map(([locale, texts]) => {
    return { source: data.source, locale, texts };
  });
}

function textOf({ note: { note, limit }, more, ...row }: ReviewRow): ExchangeText {
  const { file, sourceFile, locale, key, source, target, status, seen } = row;
  const findings = more.findings?.filter(({ level }) => level !== 'settled') ?? [];
  const hashes = [unitHash(sourceFile, key), seen.source, seen.target];
  return {
    id: [...hashes, locale.replaceAll(/[^\w-]/g, '.')].join('.'),
    ...{ file, locale, key: formatKey(key), limit, source, target, status },
    notes: [...(note === undefined ? [] : [note]), ...findings.map(({ message }) => message)],
  };
}

/** Whether nobody has to do anything about a text. */
export function isDone({ status }: ExchangeText): boolean {
  return status === 'current' || status === 'edited';
}

/** What a person should know of a text, for formats with notes. */
export function notesOf({ notes, limit, status }: ExchangeText): readonly string[] {
  const most = limit === undefined ? [] : [`At most ${limit} characters.`];
  return [`State: ${status}`, ...notes, ...most];
}

/** What became of a returned text. */
export interface Sorted {
  readonly edits: readonly ReviewEdit[];
  /** Texts that belong nowhere: where they are in the file, and why. */
  readonly foreign: readonly { readonly text: string; readonly message: string }[];
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
  const foreign: { text: string; message: string }[] = [];
  const seen = new Set<string>();
  let unchanged = 0;
  for (const { id, source, text, approved, place } of returned) {
    const [, unit = '', sourceHash = '', target = '', locale = ''] = ID.exec(id) ?? [];
    const [row, ...others] = rows.get(`${unit}.${locale}`) ?? [];
    const refuse = (message: string): number => foreign.push({ text: place, message });
    if (row === undefined || others.length > 0 || seen.has(id)) {
      refuse(unit === '' ? NO_ID : seen.has(id) ? TWICE : row === undefined ? GONE : SEVERAL);
      continue;
    }
    seen.add(id);
    const outdated = row.seen.source !== sourceHash;
    if (!outdated && source !== undefined && !isAlike(source, row.source)) {
      refuse(OTHER_SOURCE);
      continue;
    }
    if (text === undefined) {
      refuse(NO_TEXT);
      continue;
    }
    if (text === '' || (text === row.target && !approved)) {
      unchanged += 1;
      continue;
    }
    edits.push({
      ...{ ...editPlace(row), text, seen: { source: row.seen.source, target } },
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
const NO_TEXT = 'its translation is a number, a date or an error; format the cell as text';
const OTHER_SOURCE = 'it has another source text than was exported under its id';

function rowsById(data: ReviewData): ReadonlyMap<string, readonly ReviewRow[]> {
  const rows = data.rows.text.flatMap((_, at) => rowAt(data, at) ?? []);
  return groupBy(rows, (row) => {
    const [unit = '', , , ...locale] = textOf(row).id.split('.');
    return `${unit}.${locale.join('.')}`;
  });
}

/** Editors and sheets change white space; nothing else. */
function isAlike(one: string, other: string): boolean {
  return one.replaceAll(/\s+/g, ' ').trim() === other.replaceAll(/\s+/g, ' ').trim();
}
