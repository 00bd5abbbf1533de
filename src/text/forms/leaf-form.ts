import type { CodeToken } from '../token.js';
import type { TextProblem } from '../types.js';

/** A leaf made ready: what is sent of it, and how answers go back. */
export interface LeafForm {
  readonly texts: readonly string[];
  readonly restore: (
    answers: readonly string[],
    surroundings: Surroundings,
  ) => string | TextProblem;
}

export interface Surroundings {
  /** What a code reads in the result. */
  readonly write: (code: CodeToken) => string;
  /** What follows the leaf in the message. */
  readonly next: string;
  /** BCP 47. */
  readonly target: string;
}
