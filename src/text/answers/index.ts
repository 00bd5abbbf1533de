export { checkAnswer } from './check-answer.js';
export { SameAnswers } from './no-translation.js';
export { TermTable } from './terms.js';
export type { Term } from './terms.js';
export { hasLines, joinLines, linesOf } from './lines.js';
