import type {
  PlanItem,
  ProblemCode,
  RequestOptions,
  ReuseOrigin,
  Unit,
} from '../../model/index.js';
import type { Form, MessageContext } from '../../text/index.js';
import type { ArchivedText } from '../../state/data.js';
import type { SourceUnit } from '../units/source-units.js';
import type { ComparedUnit, FileComparison, Finding } from '../units/types.js';

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
 * One distinct text for the service. Changes that need the same text share it, so it is sent once.
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
  readonly change: Change;
  readonly known: KnownTranslation;
}

/**
 * What is done with one unit of one target file. translate: request a translation · reuse: use a
 * known text · copy: use the source value or an accepted text · propose: keep the human text and
 * request a proposal.
 */
export interface Change {
  readonly file: FileComparison;
  /** Its index among the changes of its file. */
  readonly at: number;
  readonly unit: ComparedUnit;
  readonly action: Extract<PlanItem['action'], 'translate' | 'reuse' | 'copy' | 'propose'>;
  readonly message: MessageContext;
  /** Undefined if a translation is requested. */
  readonly known: KnownTranslation | undefined;
  /** Where a known text comes from; 'duplicate' if another change requests the same segments. */
  readonly reuse: ReuseOrigin | undefined;
  /** Whether it waits for answers of the service. */
  readonly isAsked: boolean;
  /** Findings for a human text that is moved here or accepted. */
  readonly findings: readonly Finding[];
  /**
   * A proposal that is shown if the memory has it but is not requested: it was requested before, or
   * the change is uncertain.
   */
  readonly isPending: boolean;
}

/** A change, and the attempt whose answers it waits for. */
export interface WaitingChange {
  readonly change: Change;
  readonly attempt: Attempt;
}

/** The outcome of a change once its answers have arrived. */
export type Outcome =
  | ({ readonly state: 'translated' } & KnownTranslation)
  | { readonly state: 'failed'; readonly failure: Failure };

/** A target file with all changes of its units, in the units' order. */
export interface FileChanges {
  readonly file: FileComparison;
  readonly changes: readonly Change[];
}

export interface PlanTotals extends Amounts {
  readonly reused: {
    readonly repository: number;
    readonly memory: number;
    readonly duplicates: number;
  };
}

/** Decided changes of files and their totals: what a report needs of a plan. */
export interface Decided {
  readonly files: readonly FileChanges[];
  /** Changes without a text and with nothing to request. */
  readonly failures: ReadonlyMap<Change, Failure>;
  readonly totals: PlanTotals;
}

/**
 * Everything that a run does in one or more service languages, decided before any of it is done.
 */
export interface RunPlan extends Decided {
  readonly batches: readonly Batch[];
  /** The changes with requests, in order. */
  readonly waiting: readonly WaitingChange[];
  /**
   * Segments of waiting changes that need no request: those in the memory, and those too large for
   * a request.
   */
  readonly answers: ReadonlyMap<Segment, Answer>;
}
