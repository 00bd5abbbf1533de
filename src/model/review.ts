import type { ProblemCode } from './problem.js';
import type { RuleName } from './message.js';
import type { Key } from './unit.js';

/** What a unit on the review page can be. Rows hold its place in this list. */
export const REVIEW_STATUSES = [
  'current',
  'edited',
  'review',
  'stale',
  'missing',
  'invalid',
] as const;

export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** One target file of the review page. */
export interface ReviewFile {
  /** Its source file, as a place in `ReviewData.sources`. */
  readonly source: number;
  /** Relative to the root, with `/`. */
  readonly path: string;
  readonly locale: string;
}

/** A part of a text, as UTF-16 offsets. */
export type ReviewRange = readonly [start: number, end: number];

/** What a rule found in a text, with the part that it is about, where that can be told. */
export interface ReviewFinding {
  readonly code: ProblemCode;
  /** What `dismiss` names; absent where nothing dismisses it. */
  readonly rule?: RuleName;
  readonly level: 'error' | 'warn' | 'settled';
  readonly message: string;
  /** The text that the marks are in. Default: no marks. */
  readonly marks?: { readonly in: 'source' | 'target'; readonly ranges: readonly ReviewRange[] };
}

/** What few rows have. */
export interface ReviewRowMore {
  readonly findings?: readonly ReviewFinding[];
  /** A text that the memory, the repository or the service offers. */
  readonly proposal?: string;
  /** The source text that the target was made for, where that was another and is known. */
  readonly former?: string;
  /** When the source text changed, in milliseconds since 1970. */
  readonly since?: number;
  /** Made under other options than today's. */
  readonly drifted?: true;
  /** Why it cannot be edited here. */
  readonly fixed?: string;
}

/** What few source texts have. */
export interface ReviewTextMore {
  readonly note?: string;
  /** Where code asks for it: `src/cart.ts:12`. */
  readonly uses?: readonly string[];
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
  /** Source texts; targets with other plural forms have some of their own. */
  readonly texts: {
    /** Place in `sources`. */
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
    /** Place in `texts`. */
    readonly text: readonly number[];
    /** Place in `files`. */
    readonly file: readonly number[];
    /** Place in `REVIEW_STATUSES`. */
    readonly status: readonly number[];
    /** The text in the target; '' where there is none. */
    readonly target: readonly string[];
    /** `targetHash` of each. */
    readonly hash: readonly string[];
    /** 1 where a person is known to have written or approved it. */
    readonly person: readonly (0 | 1)[];
    readonly more: Readonly<Record<number, ReviewRowMore>>;
  };
  /** What is wrong with files: their texts are not shown. */
  readonly problems: readonly string[];
}

/** Runs of the tool, for plots. What is not known is 0. */
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

/** What a person says of one unit. A patch file is a list of these. */
export interface ReviewEdit extends ReviewPlace {
  /** Hashes of the texts that the person saw. */
  readonly seen: { readonly source: string; readonly target: string };
  /** The text; that of the target says that it is right as it is. Absent: it stays what it was. */
  readonly text?: string;
  /** Rules whose findings are right as they are. */
  readonly dismiss?: readonly RuleName[];
  /** Write it although a rule calls it an error. */
  readonly force?: true;
  /** It was written for another source text than today's: somebody has to look at it again. */
  readonly outdated?: true;
}

/** What became of an edit. */
export interface ReviewOutcome extends ReviewPlace {
  readonly done: boolean;
  /** Why not, with the next step. Absent where it is done. */
  readonly message?: string;
}

/** A text with one number in the place of each plural's count. */
export interface ReviewPreview {
  /** `one`, or `=0`; '' for a text without a choice. */
  readonly form: string;
  readonly number: number | undefined;
  readonly text: string;
}

/** What the rules say of a text that is being typed. */
export interface ReviewCheck {
  readonly findings: readonly ReviewFinding[];
  readonly previews: readonly ReviewPreview[];
}
