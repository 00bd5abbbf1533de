import type { ProblemCode } from '../../model/index.js';

/** BCP 47 tags. */
export interface LanguagePair {
  readonly source: string;
  readonly target: string;
}

/** What makes an answer suspicious. It may be written all the same. */
export interface AnswerFinding {
  readonly code: Extract<
    ProblemCode,
    'sentence-end' | 'line-breaks' | 'length-ratio' | 'repetition' | 'untranslated' | 'too-long'
  >;
  readonly message: string;
}
