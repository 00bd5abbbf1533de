import { REVIEW } from '../../state/data.js';
import type { TargetFact } from '../../state/data.js';
import type { ComparedUnit } from '../units/types.js';
import type { Change, Failure, KnownTranslation } from './types.js';
import type { LocaleCounts, Problem, Removal } from '../../model/index.js';
import type { FileComparison, Finding } from '../units/types.js';

/**
 * look: current state of the files, with open units as problems · plan: what would be done · run:
 * after a run.
 */
export type ReportView = 'look' | 'plan' | 'run';

/** The new facts of written texts. */
export type WrittenTexts = Pick<ReadonlyMap<Change, TargetFact>, 'get' | 'has' | 'keys'>;

/** The outcomes of a run's changes; empty for a run that only looks. */
export interface Results {
  readonly view: ReportView;
  /** Texts that have been written to their files, with their new facts. */
  readonly written: WrittenTexts;
  /** Why a change has no text, or its text is not in its file. */
  readonly failureOf: (change: Change) => Failure | undefined;
  /** Findings for a text that was written. */
  readonly findingsOf: (change: Change) => readonly Finding[];
  /** The proposal for a text in review. */
  readonly proposalOf: (change: Change) => KnownTranslation | undefined;
  /** Whether the text came from the shared store. Default: false. */
  readonly isShared?: (change: Change) => boolean;
  /** Whether a human text in review counts as reviewed. */
  readonly accepts: (unit: ComparedUnit) => boolean;
  /** Whether settled findings are listed as problems. */
  readonly listsSettled?: boolean;
  /** Whether a unit is in the run's selection; others are not counted. */
  readonly isMeant: (unit: ComparedUnit) => boolean;
}

/**
 * Whether a text in review equals the service's answer for today's source. Then a run that an older
 * lock does not know about translated it.
 */
export function isConfirmed(
  change: Change | undefined,
  proposalOf: Results['proposalOf'],
): change is Change {
  if (change?.action !== 'propose') return false;
  const proposal = proposalOf(change);
  // Machine text is in review because it was too long, and still is.
  if (proposal === undefined || proposal.origin === REVIEW) return false;
  return proposal.text === change.unit.current?.text;
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

/** What a run wrote. */
export interface Written {
  readonly files: { readonly written: number; readonly unchanged: number };
  /** Facts for the lock, for each text that is in its file now. */
  readonly texts: WrittenTexts;
  readonly failures: ReadonlyMap<Change, Failure>;
  /** Target files that were replaced. */
  readonly replaced: ReadonlySet<FileComparison>;
  /** Target files that still contain units that the source dropped. */
  readonly kept: ReadonlySet<FileComparison>;
  readonly problems: readonly Problem[];
  /** Texts that were removed from their files. */
  readonly removals: readonly Removal[];
}
