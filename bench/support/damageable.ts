/** A translation, and what is known of it without asking the rules. */
export interface Damageable {
  readonly source: string;
  readonly target: string;
  /** The library that reads the text. */
  readonly library: string;
  /** The text is the form of a plural for none, one or two, which may say so in words. */
  readonly isFew: boolean;
}
