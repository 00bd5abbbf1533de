export { checkAnswer } from './check-answer.js';
export { hasLines, joinLines, linesOf } from './lines.js';
