export interface TargetFact {
  /** Hash of the target text (`targetHash`). */
  readonly hash: string;
  /**
   * `ADOPTED`, `REVIEW`, `PIECED`, `EDITED`, `COPIED`, or for a machine translation the options it
   * was made with (`originOf`).
   */
  readonly origin: string;
}

/** A source text of a unit, and the target texts that translate it. */
export interface Fact {
  /** Hash of the source text (`sourceHash`). */
  readonly source: string;
  /** By locale, as written in file names. */
  readonly targets: ReadonlyMap<string, TargetFact>;
}

/**
 * Facts by unit (`unitHash`). A unit has several if merged branches disagree: all of them are
 * valid.
 */
export type Facts = ReadonlyMap<string, readonly Fact[]>;
