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

/** Texts that can share a request: everything of it but the texts is equal. */
export interface RequestGroup {
  readonly id: string;
  /** What was added to the options after a suspicious answer. Default: nothing. */
  readonly again?: readonly string[];
  /** Of the options that change the answer (`UnitOptions.fingerprint`). */
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
 * One distinct text for the service. Changes that need the same one share it, so it is sent once.
 */
export interface Segment {
  readonly group: RequestGroup;
  readonly text: string;
  /** Unicode code points that the service bills. */
  readonly characters: number;
  /** Where it is, of a text that goes out with what is around it. */
  readonly place?: TextPlace;
}

/** One request: segments that share every option (interface.md 4.1). */
export interface Batch {
  readonly group: RequestGroup;
  readonly segments: readonly Segment[];
}

/** What batches come to. */
export interface Amounts {
  readonly requests: number;
  readonly texts: number;
  /** Unicode code points that are billed. */
  readonly characters: number;
}

/** Why there is no text. */
export interface Failure {
  readonly code: ProblemCode;
  readonly message: string;
}

/** What became of a segment. */
export type Answer = { readonly text: string } | { readonly failure: Failure };

/**
 * A text that is sent in one form: the segments of each of its parts, whose answers, joined, are
 * the part's answer.
 */
export interface Attempt {
  readonly form: Form;
  readonly again?: Again | undefined;
  readonly parts: readonly (readonly Segment[])[];
  /** After a suspicious answer: what came so far, and what may be tried still. */
  readonly spare?: Spare | undefined;
}

/**
 * How a text is sent once more after a suspicious answer. preserved: the service is to keep the
 * ends of sentences · lines: line by line · shorter: with the length that it may have.
 */
export type Again = 'preserved' | 'lines' | 'shorter';

/** One way to ask for a text. */
export interface Try {
  readonly form: Form;
  readonly again?: Again | undefined;
}

/** A sound translation, and what makes it suspicious. */
export interface Candidate {
  readonly text: string;
  readonly findings: readonly Finding[];
  /** Its sentence went out in pieces. */
  readonly isPieced?: boolean;
}

export interface Spare {
  readonly best: Candidate;
  readonly left: readonly Try[];
}

/** Text that is known when the plan is made. */
export interface KnownTranslation {
  readonly text: string;
  /** Origin to remember in the lock. */
  readonly origin: string;
  /** What of the archive it is. */
  readonly archived?: ArchivedText;
  /** The unit that it was at until now, where the source dropped that. */
  readonly moved?: Unit;
  /** What makes a machine's text suspicious. Default: nothing. */
  readonly findings?: readonly Finding[];
}

/**
 * What is done with one unit of one target file.
 * translate: the service is asked · reuse: a text that is known already · copy: the source value,
 * or an accepted text · propose: a person's text stays, and the service is asked for a proposal
 * beside it.
 */
export interface Change {
  readonly file: FileComparison;
  readonly unit: ComparedUnit;
  readonly action: Extract<PlanItem['action'], 'translate' | 'reuse' | 'copy' | 'propose'>;
  readonly message: MessageContext;
  /** Undefined where the service is asked. */
  readonly known: KnownTranslation | undefined;
  /**
   * Where a known text comes from, or 'duplicate' where another change asks for the same segments.
   */
  readonly reuse: ReuseOrigin | undefined;
  /** It waits for answers of the service. */
  readonly isAsked: boolean;
  /** What the rules say of a person's text that is moved here, or accepted. */
  readonly findings: readonly Finding[];
  /**
   * A proposal that is shown if the memory has it, and not asked for: it was before, or the change
   * is not certain.
   */
  readonly isPending: boolean;
}

/** What became of a change, once its answers are there. */
export type Outcome =
  | ({ readonly state: 'translated' } & KnownTranslation)
  | { readonly state: 'failed'; readonly failure: Failure };

/** A target file with all that is done with its units, in their order. */
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

/** What is done with files, and what it comes to: what a report says of a plan. */
export interface Decided {
  readonly files: readonly FileChanges[];
  /** Changes that have no text, and nothing to ask for. */
  readonly failures: ReadonlyMap<Change, Failure>;
  readonly totals: PlanTotals;
}

/**
 * Everything that a run does in one service language or in several, decided before any of it is
 * done.
 */
export interface RunPlan extends Decided {
  readonly batches: readonly Batch[];
  /** What the changes that are asked for wait for. */
  readonly attempts: ReadonlyMap<Change, Attempt>;
  /**
   * Of segments of waiting changes: what the memory has, and those that are too large for a
   * request.
   */
  readonly answers: ReadonlyMap<Segment, Answer>;
}
