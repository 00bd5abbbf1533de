import type { CodeToken } from '../token.js';
import type { TextProblem } from '../types.js';

/** A prepared leaf: the texts to send, and how to insert the answers. */
export interface LeafForm {
  readonly texts: readonly string[];
  readonly restore: (
    answers: readonly string[],
    surroundings: Surroundings,
  ) => string | TextProblem;
}

export interface Surroundings {
  /** The text of a code in the result. */
  readonly write: (code: CodeToken) => string;
  /** What follows the leaf in the message. */
  readonly next: string;
  /** BCP 47 tag. */
  readonly target: string;
}
