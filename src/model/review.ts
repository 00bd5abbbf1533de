import type { ProblemCode } from './problem.js';
import type { MarkedUnit } from './marks.js';
import type { RuleName } from './message.js';
import type { Key } from './unit.js';

/** The statuses of a unit on the review page. Rows store an index into this list. */
export const REVIEW_STATUSES = [
  'current',
  'edited',
  'review',
  'stale',
  'missing',
  'invalid',
] as const;

export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** The best grade, from 0 to 100, of a machine text that the review page shows first. */
export const LEAST_TRUST = 60;

/** A person's name, with an address or without: on one line, because it gets into commits. */
export const PERSON_NAME = /^(?!\s)\P{C}{0,200}(?<!\s)$/u;

/** One target file of the review page. */
export interface ReviewFile {
  /** Its source file, as an index into `ReviewData.sources`. */
  readonly source: number;
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly locale: string;
}

/** Part of a text, in UTF-16 offsets. */
export type ReviewRange = readonly [start: number, end: number];

/** A rule's finding in a text, with the part of the text if the rule can tell. */
export interface ReviewFinding {
  readonly code: ProblemCode;
  /** The rule that `dismiss` names; absent if the finding cannot be dismissed. */
  readonly rule?: RuleName;
  readonly level: 'error' | 'warn' | 'settled';
  readonly message: string;
  /** The marked text. Default: no marks. */
  readonly marks?: { readonly in: 'source' | 'target'; readonly ranges: readonly ReviewRange[] };
}

/** Fields that few rows have. */
export interface ReviewRowMore {
  readonly findings?: readonly ReviewFinding[];
  /** A text that the memory, the repository or the service offers. */
  readonly proposal?: string;
  /** The source text that the target was written for, if it differs from today's and is known. */
  readonly former?: string;
  /** When the source text changed, in milliseconds since 1970. */
  readonly since?: number;
  /** The text was made under other options than today's. */
  readonly drifted?: true;
  /**
   * The grade of a machine text that is to be read before others, in tens: 0 to `LEAST_TRUST`, the
   * worst first.
   */
  readonly trust?: number;
  /** Why it cannot be edited here. */
  readonly fixed?: string;
  /** What people said about it. */
  readonly comments?: readonly ReviewComment[];
}

/** A person's suggestion for a text, or a question to the developers about it. */
export interface ReviewComment {
  readonly kind: 'suggestion' | 'question';
  /** The person: `Anna Schmidt`, or with an address behind it; '' if unknown. */
  readonly by: string;
  readonly text: string;
  /** Of a question; '' while there is none. */
  readonly answer: string;
  /** It was made for another source text or translation than today's. */
  readonly isOld?: true;
}

/** Fields that few source texts have. */
export interface ReviewTextMore {
  readonly note?: string;
  /** Places where code uses it: `src/cart.ts:12`. */
  readonly uses?: readonly string[];
  /** The longest translation that the author allows, in characters. */
  readonly limit?: number;
}

/** What a page under test showed: its size, and the places of its texts, in CSS pixels. */
export interface MarkedScreen {
  readonly width: number;
  readonly height: number;
  readonly texts: readonly {
    readonly unit: MarkedUnit;
    readonly box: readonly [x: number, y: number, width: number, height: number];
  }[];
}

/** A picture of a page under test. */
export interface ReviewScreen extends MarkedScreen {
  readonly name: string;
}

/**
 * Everything that the review page shows of a project, in columns, so that 100,000 units stay small
 * and quick to search. Rows are in the order of files and units.
 */
export interface ReviewData {
  /** Locale of the sources. */
  readonly source: string;
  readonly targets: readonly string[];
  /** Source files, relative to the root. */
  readonly sources: readonly string[];
  readonly files: readonly ReviewFile[];
  /** Source texts. Targets with other plural forms have source texts of their own. */
  readonly texts: {
    /** Index into `sources`. */
    readonly file: readonly number[];
    /** `keyId` of each. */
    readonly key: readonly string[];
    readonly text: readonly string[];
    /** `sourceHash` of each. */
    readonly hash: readonly string[];
    /** 1-based. */
    readonly line: readonly number[];
    readonly more: Readonly<Record<number, ReviewTextMore>>;
  };
  readonly rows: {
    /** Index into `texts`. */
    readonly text: readonly number[];
    /** Index into `files`. */
    readonly file: readonly number[];
    /** Index into `REVIEW_STATUSES`. */
    readonly status: readonly number[];
    /** The target text; '' if there is none. */
    readonly target: readonly string[];
    /** `targetHash` of each. */
    readonly hash: readonly string[];
    /** 1 if a person is known to have written or approved it. */
    readonly person: readonly (0 | 1)[];
    readonly more: Readonly<Record<number, ReviewRowMore>>;
  };
  /** Problems of whole files, whose texts are not shown. */
  readonly problems: readonly string[];
}

/** Past runs, for charts. Unknown values are 0. */
export interface ReviewRun {
  /** ISO 8601. */
  readonly time: string;
  readonly command: string;
  readonly requests: number;
  readonly texts: number;
  readonly characters: number;
}

/** One unit of one target file. */
export interface ReviewPlace {
  /** Target file, relative to the root. */
  readonly file: string;
  readonly locale: string;
  readonly key: Key;
}

/** A person's decision about one unit. A patch file is a list of these. */
export interface ReviewEdit extends ReviewPlace {
  /** Hashes of the texts that the person saw. */
  readonly seen: { readonly source: string; readonly target: string };
  /** The text. The existing target text means: it is right as it is. Absent: no change. */
  readonly text?: string;
  /** Rules whose findings the person dismissed. */
  readonly dismiss?: readonly RuleName[];
  /** Write the text even if a rule reports an error. */
  readonly force?: true;
  /** The text was written for an older source text and has to be reviewed again. */
  readonly outdated?: true;
  /** Who decides: recorded with a text, a suggestion or a question. */
  readonly by?: string;
  /** The text is a suggestion: it is kept beside the files. */
  readonly suggest?: true;
  /** A question to the developers. */
  readonly ask?: string;
  /** What becomes of a comment of the unit, named by its text: its answer; '' removes it. */
  readonly reply?: { readonly to: string; readonly text: string };
}

/** The result of an edit. */
export interface ReviewOutcome extends ReviewPlace {
  readonly done: boolean;
  /** Why it was not done, with the next step. Absent if it was done. */
  readonly message?: string;
}

/** A text with a number filled in for each plural's count. */
export interface ReviewPreview {
  /** `one`, or `=0`; '' for a text without plurals. */
  readonly form: string;
  readonly number: number | undefined;
  readonly text: string;
}

/** A placeholder or tag, exactly as it is written. */
export interface TextCode {
  readonly text: string;
  /** The closing tag of an opening one. */
  readonly close?: string;
}

/** One plural form of a text, or words around them. */
export interface TextField {
  /** `one`, or `=0`; '' for words that are no form, or if nothing says which it is. */
  readonly form: string;
  /** Some of the numbers that it is shown for. */
  readonly numbers: readonly number[];
  /** What the text has before and after it. */
  readonly before: string;
  readonly text: string;
  readonly after: string;
  /** While it is empty, it is left out with what is before and after it. */
  readonly isOptional?: true;
}

/** A text as fields for its plural forms and the words around them, and what never changes. */
export type TextFields = readonly (string | TextField)[];

/** The rules' findings for a text that is being typed, and what helps to type it. */
export interface ReviewCheck {
  readonly findings: readonly ReviewFinding[];
  readonly previews: readonly ReviewPreview[];
  /** Placeholders and tags of the source text. */
  readonly codes: readonly TextCode[];
  /** Terms of the glossary in the source text, with their translations. */
  readonly terms: readonly (readonly [source: string, target: string])[];
  /** Absent: the text has no plural forms. */
  readonly fields?: TextFields;
}

/** One unit of one target file, with everything that the page shows of it. */
export interface ReviewRow {
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
export function rowAt(data: ReviewData, row: number): ReviewRow | undefined {
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

/** Identity of a unit across data versions. */
export function reviewId({ file, locale, key }: ReviewPlace): string {
  return [locale, file, ...key].join('\0');
}

/** A unit as an edit names it, with the texts that the person saw. */
export function editPlace({ file, locale, key, seen }: ReviewRow): ReviewEdit {
  return { file, locale, key, seen };
}
