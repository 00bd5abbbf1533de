import type { Key, RuleLevel, RuleLevels, RuleName, Unit, UnitStatus } from '../../model/index.js';
import type { ArchivedText, ArchivedTexts, TargetFact } from '../../state/data.js';
import type { MessageContext, TextProblem } from '../../text/index.js';
import type { FilePair, TargetFile } from '../load/index.js';
import type { UnitOptions } from './options.js';
import type { Settling } from './settled-findings.js';
import type { SourceUnit } from './source-units.js';

/** What the lock says of one text in one locale: its source text, its own hash, and whose it is. */
export interface KnownText extends TargetFact {
  /** `sourceHash` of the source text that it belongs to. */
  readonly source: string;
}

/** A problem that a message rule found, with the severity that the config gives the rule. */
export interface Finding extends TextProblem {
  readonly level: Exclude<RuleLevel, 'off'> | 'settled';
  /** What settles it: the lock, or the author's note. */
  readonly by?: 'lock' | 'note';
}

/**
 * A translation that belongs to a unit and is at another key, in this file or in one of the locale,
 * or is in the archive.
 */
export interface Arrival {
  readonly unit: Unit;
  /** Target file that it is in now; undefined: none, it is in the archive. */
  readonly path: string | undefined;
  /** Origin that it keeps in the lock. */
  readonly origin: string;
  /** What of the archive it is. */
  readonly archived?: ArchivedText;
}

/** What the text of a unit is. Shared by all units of which the same is said. */
export interface TextState {
  readonly status: Exclude<UnitStatus, 'obsolete' | 'extra'>;
  /** Origin of the text, undefined where there is no text or the lock says nothing of it. */
  readonly origin: string | undefined;
  /** The lock speaks of this very text. */
  readonly isKnown: boolean;
  /** In review because of a source change that is certain and new: a proposal may be paid for. */
  readonly mayPropose: boolean;
  /**
   * own: the text is at its key, or nothing is · reference: an alias, or a plural form that stands
   * in, shows a text that is elsewhere · occupied: another kind of value is there, so nothing can
   * be written · leaving: the text at its key belongs to another unit, or to none · inherited: the
   * file holds only differences, and not this text.
   */
  readonly place: 'own' | 'reference' | 'occupied' | 'leaving' | 'inherited';
  /**
   * In a file that says of each text whether it waits for review: what it says of this one in
   * review. set: that it does · due: it is to say so.
   */
  readonly flag?: 'set' | 'due';
  /** Where it is set: what the text is without it, of one that people have looked at. */
  readonly unflagged?: TextState;
  /** The translation that belongs here. */
  readonly arrival?: Arrival;
  /**
   * What the lock says of a text that it knows as part of other units (subtitles that were cut
   * again).
   */
  readonly recut?: KnownText;
  /** What the lock says of this very text at `Unit.formerKey`, for other sources. */
  readonly former?: readonly KnownText[];
}

/** One unit of one target file beside its source. */
export interface ComparedUnit {
  readonly source: SourceUnit;
  /** The unit at its key in the target file. */
  readonly current: Unit | undefined;
  /** What it is translated under. */
  readonly options: UnitOptions;
  readonly state: TextState;
  readonly findings: readonly Finding[];
}

/** A unit of a target that the source does not have, and of which the lock knows something. */
export interface DroppedUnit {
  readonly unit: Unit;
  /** `unitHash` that the lock knows it by. */
  readonly id: string;
  readonly facts: readonly KnownText[];
  /** Aliases of it in the target that stay, with its text. */
  readonly aliases?: readonly Key[];
}

/**
 * What is remembered of a unit with which nothing is to be done, and of which there is nothing to
 * say. current and edited: as in a report · drifted: current, and made under other options than
 * today's · uncounted: a number, an empty text and the like, which no report counts.
 */
export type QuietState = 'current' | 'edited' | 'drifted' | 'uncounted';

/** What the empty texts of a file mean of which the lock knows nothing, and how many they are. */
export interface EmptyTexts {
  readonly meaning: 'missing' | 'intended';
  readonly units: number;
}

/** A finding, and what it is of. */
export interface UnitFinding {
  readonly file: FileComparison;
  readonly unit: ComparedUnit;
  readonly finding: Finding;
}

/** What one target file is, compared with its source. Plain data. */
export interface FileComparison {
  readonly pair: FilePair;
  readonly target: TargetFile;
  /** Syntax and languages of the file's messages; a unit adds what is its own (`messageOf`). */
  readonly message: MessageContext;
  /** Levels of its rules. */
  readonly rules: RuleLevels;
  /** Rules whose level holds for adopted text too. */
  readonly strict: readonly RuleName[];
  /** Undefined where the lock has no settled findings. */
  readonly settling: Settling | undefined;
  /** Everything that the target should have, in source order. */
  readonly expected: readonly SourceUnit[];
  /**
   * In source order: all of them, or those that may have changed since they were last looked at.
   */
  readonly units: readonly ComparedUnit[];
  /** What is remembered of the others. */
  readonly quiet: readonly QuietState[];
  /** The locale that texts come from which the file does not have, where it holds differences. */
  readonly fallback?: string | undefined;
  /** Decided by the file as a whole; undefined: nothing was to be decided. */
  readonly empty?: EmptyTexts | undefined;
  /** Known to the lock, dropped by the source: removed. */
  readonly obsolete: readonly DroppedUnit[];
  /**
   * Known to the lock and dropped by the source, but needed: shown through references, or proposed
   * for a unit in review.
   */
  readonly kept: readonly DroppedUnit[];
  /** Never known from the source: kept. */
  readonly extra: readonly Unit[];
}

/** A translation whose key has another source text now, or is gone. */
export interface LooseText {
  readonly unit: Unit;
  /** Target file that it is in. */
  readonly path: string;
  /** The source texts that it belongs to, each with the origin that the lock knows. */
  readonly facts: readonly KnownText[];
  /** The unit at its key; undefined where the key is gone. */
  readonly at: ComparedUnit | undefined;
}

/** All target files of one locale beside their sources. */
export interface LocaleComparison {
  readonly locale: string;
  readonly files: readonly FileComparison[];
  /** Translations whose key has another source text now, or is gone: what they say is reused. */
  readonly loose: readonly LooseText[];
  /** What is left in files whose source is gone. */
  readonly orphans: readonly OrphanTexts[];
  /** Texts of people that left their files earlier, where a unit may need one. */
  readonly archived?: ArchivedTexts | undefined;
}

export interface OrphanTexts {
  /** Target file whose source is gone. */
  readonly path: string;
  readonly units: readonly DroppedUnit[];
}
