import { REVIEW } from '../../state/data.js';
import type { TargetFact } from '../../state/data.js';
import type { ComparedUnit } from '../units/types.js';
import type { Change, Failure, KnownTranslation } from './types.js';
import type { LocaleCounts, Problem, Removal } from '../../model/index.js';
import type { FileComparison, Finding } from '../units/types.js';

/**
 * look: as the files are, what is open is listed · plan: counts what would be · run: after a run.
 */
export type ReportView = 'look' | 'plan' | 'run';

/** What became of the changes of a run; nothing of it in a run that only looks. */
export interface Results {
  readonly view: ReportView;
  /** Texts that are in their files now. */
  readonly written: ReadonlyMap<Change, TargetFact>;
  /** Why changes have no text, or their text is not in its file. */
  readonly failureOf: (change: Change) => Failure | undefined;
  /** What the rules say of a text that was written. */
  readonly findingsOf: (change: Change) => readonly Finding[];
  /** What is proposed for a text in review. */
  readonly proposalOf: (change: Change) => KnownTranslation | undefined;
  /** True where the text came from the shared store. Default: false. */
  readonly isShared?: (change: Change) => boolean;
  /** Texts of people in review that count as reviewed. */
  readonly accepts: (unit: ComparedUnit) => boolean;
  /** Settled findings are listed as problems. */
  readonly listsSettled?: boolean;
  /** Units that the run is about; no other is counted. */
  readonly isMeant: (unit: ComparedUnit) => boolean;
}

/**
 * True for a text in review that is just what the service says for today's source: it was
 * translated by a run that the lock, being older, does not know of.
 */
export function isConfirmed(
  change: Change | undefined,
  proposalOf: Results['proposalOf'],
): change is Change {
  if (change?.action !== 'propose') return false;
  const proposal = proposalOf(change);
  // A machine's text in review was too long before, and is so still.
  if (proposal === undefined || proposal.origin === REVIEW) return false;
  return proposal.text === change.unit.current?.text;
}

/** What a target file adds to a report. */
export interface FileTally {
  /** Target file. */
  readonly path: string;
  readonly locale: string;
  readonly counts: LocaleCounts;
  /** Findings that are settled. */
  readonly settled: number;
  readonly problems: readonly Problem[];
}

/** What a run wrote. */
export interface Written {
  readonly files: { readonly written: number; readonly unchanged: number };
  /** What the lock is to say of each text that is in its file now. */
  readonly texts: ReadonlyMap<Change, TargetFact>;
  readonly failures: ReadonlyMap<Change, Failure>;
  /** Target files that were replaced. */
  readonly replaced: ReadonlySet<FileComparison>;
  /** Target files in which units are still that the source dropped. */
  readonly kept: ReadonlySet<FileComparison>;
  readonly problems: readonly Problem[];
  /** Texts that left their files. */
  readonly removals: readonly Removal[];
}
