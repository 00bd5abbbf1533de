/** A translation and facts about it that do not come from the rules. */
export interface Damageable {
  readonly source: string;
  readonly target: string;
  /** The library that reads the text. */
  readonly library: string;
  /** The text is the plural form for zero, one or two, which may spell out the number. */
  readonly isFew: boolean;
}
