import type { Key, RuleLevel, RuleLevels, RuleName, Unit, UnitStatus } from '../../model/index.js';
import type { ArchivedText, ArchivedTexts, TargetFact } from '../../state/data.js';
import type { MessageContext, TextProblem } from '../../text/index.js';
import type { FilePair, TargetFile } from '../load/index.js';
import type { UnitOptions } from './options.js';
import type { Settling } from './settled-findings.js';
import type { SourceUnit } from './source-units.js';

/** A fact of the lock about a text in one locale: its source, its hash, and its origin. */
export interface KnownText extends TargetFact {
  /** `sourceHash` of the source text that it belongs to. */
  readonly source: string;
}

/** A problem found by a message rule, with the rule's severity. */
export interface Finding extends TextProblem {
  readonly level: Exclude<RuleLevel, 'off'> | 'settled';
  /** What settled it: the lock, or the author's note. */
  readonly by?: 'lock' | 'note';
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

/** A unit of a target file compared with its source. */
export interface ComparedUnit {
  readonly source: SourceUnit;
  /** The unit at its key in the target file. */
  readonly current: Unit | undefined;
  /** The options to translate it with. */
  readonly options: UnitOptions;
  readonly state: TextState;
  readonly findings: readonly Finding[];
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

/**
 * The recorded state of a unit that needs nothing and has no problems. current and edited: as in a
 * report · drifted: current, but made under other options than today's · uncounted: a number, an
 * empty text and the like, which reports do not count.
 */
export type QuietState = 'current' | 'edited' | 'drifted' | 'uncounted';

/** How a file's empty texts that are not in the lock are interpreted, and their number. */
export interface EmptyTexts {
  readonly meaning: 'missing' | 'intended';
  readonly units: number;
}

/** A finding with its file and unit. */
export interface UnitFinding {
  readonly file: FileComparison;
  readonly unit: ComparedUnit;
  readonly finding: Finding;
}

/** A target file compared with its source. Plain data. */
export interface FileComparison {
  readonly pair: FilePair;
  readonly target: TargetFile;
  /** Syntax and languages of the file's messages; `messageOf` adds a unit's own properties. */
  readonly message: MessageContext;
  /** Severities of its rules. */
  readonly rules: RuleLevels;
  /** Rules whose severity applies to adopted text too. */
  readonly strict: readonly RuleName[];
  /** Undefined if the lock has no settled findings. */
  readonly settling: Settling | undefined;
  /** Everything that the target should have, in source order. */
  readonly expected: readonly SourceUnit[];
  /** In source order: all units, or those that may have changed since they were last compared. */
  readonly units: readonly ComparedUnit[];
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
  readonly at: ComparedUnit | undefined;
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
  readonly inGit?: ReadonlyMap<ComparedUnit, Pick<Arrival, 'origin'> & { readonly text: string }>;
}

export interface OrphanTexts {
  /** Target file whose source is gone. */
  readonly path: string;
  readonly units: readonly DroppedUnit[];
}
