import type { KeyNews } from './developer-key.js';
import type { GlossaryChanges, StyleChanges } from './glossary.js';
import type { Problem } from './problem.js';
import type { Timing } from './timing.js';

/** What a unit of a target is, compared with its source (DESIGN.md section 4). */
export type UnitStatus =
  'current' | 'missing' | 'stale' | 'edited' | 'review' | 'invalid' | 'obsolete' | 'extra';

/**
 * Counts of one locale. `current`, `missing`, `stale`, `edited`, `review` and `invalid` add up to
 * `units`.
 */
export interface LocaleCounts {
  readonly units: number;
  readonly current: number;
  readonly missing: number;
  readonly stale: number;
  readonly edited: number;
  readonly review: number;
  readonly invalid: number;
  /** Texts that came from the service in this run (or would, for `plan`). */
  readonly translated: number;
  /**
   * Texts that a locale of `fallbacks` takes from another locale. They are not part of `units`.
   * Absent if there are none.
   */
  readonly inherited?: number;
  /** Machine texts among `current` that were made under other options than today's. */
  readonly drifted: number;
}

/** The counts of a locale before anything is counted. */
export const NO_COUNTS: LocaleCounts = {
  units: 0,
  current: 0,
  missing: 0,
  stale: 0,
  edited: 0,
  review: 0,
  invalid: 0,
  translated: 0,
  drifted: 0,
};

export interface ReportError {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly requestId?: string;
}

/** The result of a run, as data (docs/json.md). */
export interface Report {
  readonly ok: boolean;
  readonly requests: number;
  readonly texts: number;
  /** Unicode code points as billed. */
  readonly characters: number;
  /** Minutes of speech, by the length of recordings. Absent: none. */
  readonly minutes?: number;
  /** What characters and minutes cost at the config's prices. Absent: it has none. */
  readonly money?: { readonly amount: number; readonly currency: string };
  /** What `improve` would send, for `plan`. Absent: the config has no `improve`, or nothing is open. */
  readonly improve?: { readonly texts: number; readonly characters: number };
  readonly reused: {
    readonly repository: number;
    readonly memory: number;
    readonly duplicates: number;
  };
  readonly files: { readonly written: number; readonly unchanged: number };
  /** Texts of units that the source dropped, removed from target files. */
  readonly removed: number;
  readonly locales: Readonly<Record<string, LocaleCounts>>;
  /** Number of findings that were accepted or silenced by a note. They are not in `problems`. */
  readonly settled: number;
  /** Findings that `accept` and `check --baseline` settled now. */
  readonly accepted?: number;
  /**
   * Documents and recordings that were sent, or would be. Absent: none. `unmeasured`: recordings
   * among them whose files do not say how long they are.
   */
  readonly jobs?: {
    readonly documents: number;
    readonly recordings: number;
    readonly unmeasured?: number;
  };
  /** Changes to the service's copies of glossary files. Absent: none. */
  readonly glossaries?: readonly GlossaryChanges[];
  /** The same for styles. */
  readonly styles?: readonly StyleChanges[];
  /** Developer keys and their limits, of `resources` and its push. Absent: none are declared. */
  readonly developerKeys?: readonly KeyNews[];
  readonly problems: readonly Problem[];
  readonly error: ReportError | null;
  /** Machine texts, the least trusted first. Absent: they were not asked for, or there are none. */
  readonly trust?: readonly TrustedUnit[];
  /** What `propose` did. Absent: another command. */
  readonly proposal?: Proposal;
  /** The same for each locale, with `split: locale`; `proposal` is absent then. */
  readonly proposals?: readonly Proposal[];
  /** The timeline of the run. Absent: not requested (`--timing`). */
  readonly timing?: Timing;
}

/** A machine's text and its grade, from 0 to 100 (docs/review.md). */
export interface TrustedUnit extends Required<Pick<Problem, 'file' | 'locale' | 'key'>> {
  readonly trust: number;
}

/** The report of a run that compared and did nothing. */
export const EMPTY_REPORT: Report = {
  ok: true,
  requests: 0,
  texts: 0,
  characters: 0,
  reused: { repository: 0, memory: 0, duplicates: 0 },
  files: { written: 0, unchanged: 0 },
  removed: 0,
  locales: {},
  settled: 0,
  problems: [],
  error: null,
};

/** The result of `propose`. */
export interface Proposal {
  /**
   * opened, updated, closed · unchanged: it is up to date · declined: people closed it for the
   * same texts · patch: a file was written instead · none: there is nothing to propose.
   */
  readonly state: 'opened' | 'updated' | 'closed' | 'unchanged' | 'declined' | 'patch' | 'none';
  /** True if nothing was done because of `--dry-run`. */
  readonly dryRun: boolean;
  /** The address where people read it. Absent: none. */
  readonly url?: string;
  readonly branch: string;
  readonly base: string;
  /** The patch file, as named by the call. */
  readonly patch?: string;
  /** Files that commits of this run change. */
  readonly files: number;
  /** Texts that the proposal changes, and how many of them people wrote. */
  readonly texts: number;
  readonly edited: number;
  /** Number of API calls to the host. */
  readonly calls: number;
  /** What the host did not accept, such as an unknown reviewer. */
  readonly notes: readonly string[];
}

/** All proposals of a run. */
export function proposalsOf({ proposal, proposals }: Report): readonly Proposal[] {
  return proposals ?? (proposal === undefined ? [] : [proposal]);
}
