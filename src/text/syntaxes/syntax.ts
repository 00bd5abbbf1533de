import type { PluralLibrary } from '../plural/library.js';

/** A half-open range of UTF-16 offsets. */
export interface Bounds {
  readonly start: number;
  readonly end: number;
}

/** One of the texts that a choice selects from. */
export interface Arm extends Bounds {
  /**
   * The condition for the arm: `{0}`, `]1,Inf[`, `=1` or a plural category. Undefined: its position
   * decides.
   */
  readonly selector?: string;
}

/**
 * A place in a message that shows one of several texts. Everything outside its arms stays the same.
 */
export interface Choice extends Bounds {
  /** As shown in problem messages: `{{PLURAL:$1}}`. */
  readonly name: string;
  /** Whether it selects by a count, so that its arms are plural forms. */
  readonly counts: boolean;
  /** The placeholder that shows the argument. Undefined: any placeholder named like a count. */
  readonly argument?: string;
  readonly arms: readonly Arm[];
}

/** A sign of a syntax. The string is searched for first, because most texts do not contain it. */
export type Sign = readonly [holds: string, pattern: RegExp];

/** Values that the library reads itself, as code. */
export interface Setting {
  /** A part of their keys. */
  readonly under: string;
  /** Matches what follows it. */
  readonly keys: RegExp;
  /** `directives`: those of `strftime`, without words. Default: any value. */
  readonly value?: RegExp | 'directives';
}

/** How a message library reads texts. All fields are optional; `{}` is plain text. */
export interface Syntax {
  /** Signs that only this syntax has: one text is enough to detect it for the file and the text. */
  readonly sure?: readonly Sign[];
  /** Signs that other syntaxes share. */
  readonly likely?: readonly Sign[];
  /** How many texts with only likely signs are enough. Default: any number is too few. */
  readonly enough?: number;
  /**
   * Patterns of placeholders, tried before the common ones. Each starts with a distinct character
   * and has a bounded length, so that the scan stays linear.
   */
  readonly codes?: readonly string[];
  /** Values that are settings, not texts. */
  readonly settings?: readonly Setting[];
  /** Matches of `codes` are placeholders in any context; a percent sign never belongs to a date. */
  readonly exact?: true;
  /** Conversions accept the number of their argument, `%2$s`, if they change places. */
  readonly numbers?: true;
  /** A text normalized for comparison: spellings of the same placeholder become equal. */
  readonly comparable?: (text: string) => string;
  /**
   * The whole text as a choice (`one|many`); undefined if it is none. In `masked`, placeholders and
   * markup are masked.
   */
  readonly whole?: (masked: string, text: string) => Choice | undefined;
  /** If the arms of a whole text are no plural forms, the bars between them are characters. */
  readonly barsAreText?: true;
  /** Brackets of choices inside a text. An unclosed one is read as words. */
  readonly brackets?: readonly [open: string, close: string];
  /** Choices inside a text, in order, without those inside their arms. */
  readonly inside?: (text: string) => readonly Choice[];
  /**
   * Whose rule chooses among arms without a selector: a target has as many as its language has
   * forms there. Default: as many as the source.
   */
  readonly forms?: PluralLibrary;
  /** With fewer arms than forms, the last one stands for the rest. Default: another rule applies. */
  readonly repeatsLast?: true;
}
