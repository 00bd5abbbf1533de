/** A half-open range of UTF-16 offsets. */
export interface Bounds {
  readonly start: number;
  readonly end: number;
}

/** One of the texts that a message chooses from. */
export interface Arm extends Bounds {
  /**
   * What says when the arm counts: `{0}`, `]1,Inf[`, `=1` or a plural category. Undefined: its
   * place among the arms does.
   */
  readonly selector?: string;
}

/** A place in a message where one of several texts is shown; what is no arm stays as it is. */
export interface Choice extends Bounds {
  /** As messages show it: `{{PLURAL:$1}}`. */
  readonly name: string;
  /** It chooses by a count, so its arms are plural forms. */
  readonly counts: boolean;
  /** The placeholder that shows what is chosen by. Undefined: any that is named like a count. */
  readonly argument?: string;
  readonly arms: readonly Arm[];
}

/** What tells a syntax. The string is looked for first, for most texts do not hold it. */
export type Sign = readonly [holds: string, pattern: RegExp];

/** How a message library reads its texts. Everything is optional; `{}` is plain text. */
export interface Syntax {
  /** Only this syntax writes so: one text is enough to take it for the file, and for the text. */
  readonly sure?: readonly Sign[];
  /** Others write so, too. */
  readonly likely?: readonly Sign[];
  /** How many texts with only likely signs are enough. Default: none are. */
  readonly enough?: number;
  /**
   * Expressions of placeholders, tried before those that every syntax has. Each starts with a
   * character of its own and is bounded in length, so that the scan stays linear.
   */
  readonly codes?: readonly string[];
  /** What fits `codes` is a placeholder, whatever is around it; a percent sign is no date's. */
  readonly exact?: true;
  /** Conversions can be given the number of their argument, `%2$s`, where they change places. */
  readonly numbers?: true;
  /** A text as it is compared: what may differ between placeholders that are the same. */
  readonly comparable?: (text: string) => string;
  /**
   * The whole text as a choice (`one|many`); undefined if it is none. In `masked` placeholders and
   * markup are hidden.
   */
  readonly whole?: (masked: string, text: string) => Choice | undefined;
  /** What encloses choices inside a text: one that is not closed is read as words. */
  readonly brackets?: readonly [open: string, close: string];
  /** Choices inside a text, in order, without those inside their arms. */
  readonly inside?: (text: string) => readonly Choice[];
  /**
   * A target has as many arms as its language has plural forms. Given are the languages where the
   * library counts other forms than CLDR. Default: as many arms as the source.
   */
  readonly forms?: Readonly<Record<string, number>>;
}
