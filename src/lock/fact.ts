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

/** Origin of an accepted or adopted human text. */
export const ADOPTED = '==';
/** Origin of a human text whose source has changed: it stays and waits for review. */
export const REVIEW = '??';
/**
 * Origin of a machine text that could only be translated in pieces, or is too long: it waits for
 * review, and is translated again if its source changes.
 */
export const PIECED = '~~';
/** Origin of a human text that replaced another text of the same source. */
export const EDITED = '!!';
/** Origin of a copy of the source: not a text, or excluded by the config or the file. */
export const COPIED = 'cp';

/** Whether a text waits for review, human or not. */
export function isForReview(origin: string): boolean {
  return origin === REVIEW || origin === PIECED;
}

/** Whether a text is human: it is replaced only on request. */
export function isHuman(origin: string): boolean {
  return origin === ADOPTED || origin === REVIEW || origin === EDITED;
}
