/** Origin of a text that a person wrote, or that was there before the tool. */
export const ADOPTED = '==';
/** Origin of a person's text whose source changed: it stands, and waits for review. */
export const REVIEW = '??';
/** Origin of a text that a person wrote over another that the lock knew for the same source. */
export const EDITED = '!!';

/** Origin of what was copied from its source: a value that is no text, or a text that config or file excludes. */
export const COPIED = 'cp';

export interface TargetFact {
  /** Hash of the target text (`targetHash`). */
  readonly hash: string;
  /** `ADOPTED`, `REVIEW`, `EDITED`, `COPIED`, or the fingerprint of the options that a machine text was made under (`originOf`). */
  readonly origin: string;
}

/** True for a text of a person: it is never replaced unless told. */
export function isHuman(origin: string): boolean {
  return origin === ADOPTED || origin === REVIEW || origin === EDITED;
}

/** For one unit: this source text and these target texts, by locale as in file names, belong together. */
export interface Fact {
  /** Hash of the source text (`sourceHash`). */
  readonly source: string;
  readonly targets: ReadonlyMap<string, TargetFact>;
}

/** Facts by unit (`unitHash`). A unit has several where branches said different things: all of them hold. */
export type Facts = ReadonlyMap<string, readonly Fact[]>;
