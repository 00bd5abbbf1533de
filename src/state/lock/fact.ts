export interface TargetFact {
  /** Hash of the target text (`targetHash`). */
  readonly hash: string;
  /**
   * `ADOPTED`, `REVIEW`, `EDITED`, `COPIED`, or of a machine text the options it was made under
   * (`originOf`).
   */
  readonly origin: string;
}

/**
 * Says that this source text of a unit and these target texts, by locale as in file names, belong
 * together.
 */
export interface Fact {
  /** Hash of the source text (`sourceHash`). */
  readonly source: string;
  readonly targets: ReadonlyMap<string, TargetFact>;
}

/**
 * Facts by unit (`unitHash`). A unit has several where branches said different things: all of them
 * hold.
 */
export type Facts = ReadonlyMap<string, readonly Fact[]>;
