import type { ProblemCode } from '../../model/index.js';

/** BCP 47 tags. */
export interface LanguagePair {
  readonly source: string;
  readonly target: string;
}

/** A finding that makes an answer suspicious. It may still be written. */
export interface AnswerFinding {
  readonly code: Extract<
    ProblemCode,
    | 'no-translation'
    | 'sentence-end'
    | 'line-breaks'
    | 'length-ratio'
    | 'repetition'
    | 'untranslated'
    | 'too-long'
  >;
  readonly message: string;
  readonly mild?: true;
}
