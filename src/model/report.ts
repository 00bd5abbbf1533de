import type { GlossaryChanges } from './glossary.js';
import type { Problem } from './problem.js';

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
   * Texts that a locale of `fallbacks` does not have and takes from another one. They are none of
   * `units`. Absent where there are none.
   */
  readonly inherited?: number;
  /** Machine texts among `current` that were made under other options than today's. */
  readonly drifted: number;
}

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
  readonly reused: {
    readonly repository: number;
    readonly memory: number;
    readonly duplicates: number;
  };
  readonly files: { readonly written: number; readonly unchanged: number };
  /** Texts of units that the source dropped, removed from target files. */
  readonly removed: number;
  readonly locales: Readonly<Record<string, LocaleCounts>>;
  /** Findings that were accepted or that a note silences. They are not among `problems`. */
  readonly settled: number;
  /** Findings that `accept` and `check --baseline` settled now. */
  readonly accepted?: number;
  /** What changes in glossaries of the service that are files here. Absent: nothing. */
  readonly glossaries?: readonly GlossaryChanges[];
  readonly problems: readonly Problem[];
  readonly error: ReportError | null;
}
