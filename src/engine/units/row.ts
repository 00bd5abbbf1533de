import type {
  Key,
  ProblemCode,
  RequestOptions,
  ReuseOrigin,
  RuleLevels,
  RuleName,
  Unit,
  UnitStatus,
} from '../../model/index.js';
import type { ArchivedText, ArchivedTexts, TargetFact } from '../../lock/index.js';
import type { Form, MessageContext } from '../../text/index.js';
import type { FilePair, TargetFile } from '../load/index.js';
import type { Finding } from './findings.js';
import type { UnitOptions } from './options.js';
import type { Settling } from './settled-findings.js';
import type { QuietState, RememberedList, SourceUnit, UnitIdentity } from './source-units.js';

export type { Finding } from './findings.js';

/** A fact of the lock about a text in one locale: its source, its hash, and its origin. */
export interface KnownText extends TargetFact {
  /** `sourceHash` of the source text that it belongs to. */
  readonly source: string;
}

/**
 * A translation that belongs to a unit but is at another key of the locale, in the archive, or in
 * the unit's own text.
 */
export interface Arrival {
  readonly unit: Unit;
  /** Target file that has it now, if it is at another key. */
  readonly path: string | undefined;
  /** Origin to record in the lock. */
  readonly origin: string;
  /** The archived text that it is. */
  readonly archived?: ArchivedText;
}

/** The state of a unit's text. Shared by units with equal states. */
export interface TextState {
  readonly status: Exclude<UnitStatus, 'obsolete' | 'extra'>;
  /** Origin of the text; undefined if there is no text or the lock does not have it. */
  readonly origin: string | undefined;
  /** Whether the lock has exactly this text. */
  readonly isKnown: boolean;
  /**
   * Whether it is in review because of a source change that is certain and new, so that a proposal
   * may be paid for.
   */
  readonly mayPropose: boolean;
  /**
   * own: the text, if any, is at its key · reference: an alias or another plural form shows a text
   * from elsewhere · occupied: another kind of value is at the key, so nothing can be written ·
   * leaving: the text at its key belongs to another unit or to none · inherited: the file holds
   * only differences and does not have this text.
   */
  readonly place: 'own' | 'reference' | 'occupied' | 'leaving' | 'inherited';
  /**
   * In files with review flags: the flag of a text in review. set: it has the flag · due: the flag
   * must be written.
   */
  readonly flag?: 'set' | 'due';
  /** If `flag` is 'set': the state without the flag, of a text that people have reviewed. */
  readonly unflagged?: TextState;
  /** The translation that belongs here. */
  readonly arrival?: Arrival;
  /**
   * The fact of a text assembled from other units' texts (subtitles that were split differently).
   */
  readonly recut?: KnownText;
  /** The lock's facts of exactly this text at `Unit.formerKey`, for other sources. */
  readonly former?: readonly KnownText[];
}

/**
 * One unit of a source for one target file, filled from left to right: each step of a run fills its
 * own column and changes none of an earlier step. Reports, records, the review page and the lock are
 * made from rows.
 */
export interface Row {
  // compare
  readonly source: SourceUnit;
  /** The unit at its key in the target file. */
  readonly current: Unit | undefined;
  /** The options to translate it with. */
  readonly options: UnitOptions;
  readonly state: TextState;
  readonly findings: readonly Finding[];
  /** It has changed since the commit of `--since`: nothing is forgiven. */
  readonly isNew?: true;
  // plan
  /** What is done with it. Absent: it stays as it is. */
  decision?: Decision | undefined;
  // translate
  /** What came of its requests. */
  outcome?: Outcome | undefined;
  // write
  /** The lock's new fact of a text that is in its file now. */
  written?: TargetFact;
  /** Why the file cannot hold its text. */
  unwritten?: Failure;
}

/** A row with which something is done. */
export type DecidedRow = Row & { readonly decision: Decision };

/** What is done with a row, and where its text comes from. Filled by plan, or by a person's edit. */
export interface Decision {
  readonly file: FileComparison;
  /**
   * translate: it needs a text · renew: its text is translated again · move: the text at another key
   * belongs to it · copy: it gets the source value or an accepted text · propose: the human text
   * stays, and a proposal is shown · recall: the same, if the memory has the proposal. It is not
   * requested: it was requested before, or the change of the source is uncertain.
   */
  readonly do: 'translate' | 'renew' | 'move' | 'copy' | 'propose' | 'recall';
  readonly message: MessageContext;
  /** Undefined if a translation is requested. */
  known: KnownTranslation | undefined;
  /** Where a known text comes from; 'duplicate' if another row requests the same segments. */
  reuse: ReuseOrigin | undefined;
  /** Findings for a human text that is moved here or accepted. */
  findings: readonly Finding[];
  /** How it is requested; freed once the row has its outcome. Absent: it waits for no answer. */
  attempt?: Attempt | undefined;
  /** Why there is neither a text nor anything to request. */
  failure?: Failure;
}

/** A unit of a target that the source does not have but the lock knows. */
export interface DroppedUnit {
  readonly unit: Unit;
  /** Its `unitHash` in the lock. */
  readonly id: string;
  readonly facts: readonly KnownText[];
  /** Its aliases in the target that stay and take over its text. */
  readonly aliases?: readonly Key[];
}

/** What an earlier run found in files that have not changed since. */
export interface RememberedUnits {
  /** The recorded units of a source file that have the same key and text. */
  unitsOf(source: string, units: readonly SourceUnit[]): RememberedList;
  /** Recorded states of a target file's units that need nothing. */
  quietStates(
    target: string,
    format: { readonly sourceDecides: boolean },
  ): (unit: SourceUnit) => QuietState | undefined;
  /** The units of unread files in one locale. */
  unreadUnits(locale: string): Iterable<UnitIdentity>;
}

/** How a file's empty texts that are not in the lock are interpreted, and their number. */
export interface EmptyTexts {
  readonly meaning: 'missing' | 'intended';
  readonly units: number;
}

/** A finding with its file and unit. */
export interface UnitFinding {
  readonly file: FileComparison;
  readonly unit: Row;
  readonly finding: Finding;
}

/** A target file compared with its source. Plain data. */
export interface FileComparison {
  readonly pair: FilePair;
  readonly target: TargetFile;
  /** Syntax and languages of the file's messages; `messageOf` adds a unit's own properties. */
  readonly message: MessageContext;
  /** The options of its units without notes. */
  readonly options: UnitOptions;
  /** Severities of its rules. */
  readonly rules: RuleLevels;
  /** Rules whose severity applies to adopted text too. */
  readonly strict: readonly RuleName[];
  /** Undefined if the lock has no settled findings. */
  readonly settling: Settling | undefined;
  /** Everything that the target should have, in source order. */
  readonly expected: readonly SourceUnit[];
  /** In source order: all units, or those that may have changed since they were last compared. */
  readonly rows: readonly Row[];
  /** Recorded states of the other units. */
  readonly quiet: readonly QuietState[];
  /** For a file of differences: the locale that supplies the texts it does not have. */
  readonly fallback?: string | undefined;
  /** The decision for the file as a whole; undefined: there was nothing to decide. */
  readonly empty?: EmptyTexts | undefined;
  /** In the lock but dropped by the source: will be removed. */
  readonly obsolete: readonly DroppedUnit[];
  /**
   * In the lock and dropped by the source, but still needed: shown through references, or proposed
   * for a unit in review.
   */
  readonly kept: readonly DroppedUnit[];
  /** Never in the source: kept. */
  readonly extra: readonly Unit[];
}

/** A translation whose key now has another source text, or is gone. */
export interface LooseText {
  readonly unit: Unit;
  /** Target file that has it. */
  readonly path: string;
  /** The source texts that it belongs to, each with the origin in the lock. */
  readonly facts: readonly KnownText[];
  /** The unit at its key; undefined if the key is gone. */
  readonly at: Row | undefined;
  /** The options of its file, without notes; undefined if its source file is gone. */
  readonly options: UnitOptions | undefined;
}

/** All target files of one locale, compared with their sources. */
export interface LocaleComparison {
  readonly locale: string;
  readonly files: readonly FileComparison[];
  /** Translations whose key now has another source text, or is gone, for reuse. */
  readonly loose: readonly LooseText[];
  /** Texts in target files whose source is gone. */
  readonly orphans: readonly OrphanTexts[];
  /** Archived human texts, if a unit may need one. */
  readonly archived?: ArchivedTexts | undefined;
  /** Texts that the lock has for units and only older versions of their files contain. */
  readonly inGit?: ReadonlyMap<Row, { readonly text: string; readonly origin: string }>;
}

export interface OrphanTexts {
  /** Target file whose source is gone. */
  readonly path: string;
  readonly units: readonly DroppedUnit[];
}

/** Texts that can share a request: everything except the texts is equal. */
export interface RequestGroup {
  readonly id: string;
  /** What was added to the options after a suspicious answer. Default: nothing. */
  readonly again?: readonly string[];
  /** `UnitOptions.fingerprint`: identifies the options that affect the answer. */
  readonly fingerprint: string;
  readonly options: RequestOptions;
}

/** Where a text is, for the context of its request. */
export interface TextPlace {
  readonly source: SourceUnit;
  /** All units of its file, in order. */
  readonly around: readonly SourceUnit[];
}

/**
 * One distinct text for the service. Rows that need the same text share it, so it is sent once.
 */
export interface Segment {
  readonly group: RequestGroup;
  readonly text: string;
  /** Unicode code points, as the service bills them. */
  readonly characters: number;
  /** Where the text is, if it is sent with context. */
  readonly place?: TextPlace;
}

/** One request: segments that share all options (docs/interface.md 4.1). */
export interface Batch {
  readonly group: RequestGroup;
  readonly segments: readonly Segment[];
}

/** Totals of batches. */
export interface Amounts {
  readonly requests: number;
  readonly texts: number;
  /** Billed Unicode code points. */
  readonly characters: number;
}

/** Why there is no text. */
export interface Failure {
  readonly code: ProblemCode;
  readonly message: string;
}

/** The result of a segment. */
export type Answer = { readonly text: string } | { readonly failure: Failure };

/**
 * A text sent in one form: the segments of each of its parts. The joined answers of a part's
 * segments are the part's answer.
 */
export interface Attempt {
  readonly form: Form;
  readonly again?: Again | undefined;
  readonly parts: readonly (readonly Segment[])[];
  /** After a suspicious answer: the best candidate so far, and the ways left to try. */
  readonly spare?: Spare | undefined;
}

/**
 * How a text is sent again after a suspicious answer. preserved: with `preserve_formatting`, which
 * keeps the ends of sentences · lines: line by line · shorter: with its maximum length ·
 * alone: in a request of its own.
 */
export type Again = 'preserved' | 'lines' | 'shorter' | 'alone';

/** One way to request a text. */
export interface Try {
  readonly form: Form;
  readonly again?: Again | undefined;
}

/** A sound translation and the findings that make it suspicious. */
export interface Candidate {
  readonly text: string;
  readonly findings: readonly Finding[];
  /** Whether its sentence was sent in pieces. */
  readonly isPieced?: boolean;
}

export interface Spare {
  readonly best: Candidate;
  readonly left: readonly Try[];
}

/** A text known when the plan is made. */
export interface KnownTranslation {
  readonly text: string;
  /** Origin to record in the lock. */
  readonly origin: string;
  /** The archived text that it is. */
  readonly archived?: ArchivedText;
  /** The unit that had it until now, if the source dropped that unit. */
  readonly moved?: Unit;
  /** What makes a machine text suspicious. Default: nothing. */
  readonly findings?: readonly Finding[];
}

/** A text to write to a target file. */
export interface NewText {
  readonly row: DecidedRow;
  readonly known: KnownTranslation;
}

/** What came of a row's requests. */
export type Outcome =
  | ({
      readonly state: 'translated';
      readonly isShared?: boolean;
      /** Whether an earlier answer was not taken. */
      readonly isRetried?: boolean;
    } & KnownTranslation)
  | { readonly state: 'failed'; readonly failure: Failure };

export interface PlanTotals extends Amounts {
  readonly reused: {
    readonly repository: number;
    readonly memory: number;
    readonly duplicates: number;
  };
}

/** Everything that a run does in one or more service languages, decided before any of it is done. */
export interface RunPlan {
  /** Files whose rows have their decisions. */
  readonly files: readonly FileComparison[];
  readonly totals: PlanTotals;
  readonly batches: readonly Batch[];
  /**
   * Segments of requested rows that need no request: those in the memory, and those too large for a
   * request.
   */
  readonly answers: ReadonlyMap<Segment, Answer>;
}
