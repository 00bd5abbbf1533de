import type { LocaleCounts, Problem, Removal } from '../../model/index.js';
import type { FileComparison, Row } from './row.js';

/**
 * now: the files as they are, whatever was decided · look: the same, with open rows as problems ·
 * plan: what would be done · run: after a run.
 */
export type ReportView = 'now' | 'look' | 'plan' | 'run';

/** How rows are reported. */
export interface Reporting {
  readonly view: ReportView;
  /** Whether a human text in review counts as reviewed. */
  readonly accepts: (row: Row) => boolean;
  /** Whether settled findings are listed as problems. */
  readonly listsSettled?: boolean;
  /** Whether a row is in the run's selection; others are not counted. */
  readonly isMeant: (row: Row) => boolean;
}

/** A target file's contribution to a report. */
export interface FileTally {
  /** Target file, relative to the root. */
  readonly path: string;
  readonly locale: string;
  readonly counts: LocaleCounts;
  /** Number of settled findings. */
  readonly settled: number;
  readonly problems: readonly Problem[];
}

/** What a run wrote, besides what its rows say. */
export interface Written {
  readonly files: { readonly written: number; readonly unchanged: number };
  /** Target files that were replaced. */
  readonly replaced: ReadonlySet<FileComparison>;
  /** Target files that still contain units that the source dropped. */
  readonly kept: ReadonlySet<FileComparison>;
  readonly problems: readonly Problem[];
  /** Texts that were removed from their files. */
  readonly removals: readonly Removal[];
}
