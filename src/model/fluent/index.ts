export { PatternError } from './expression.js';
export {
  isLineEnd,
  skipBlank,
  skipSpaces,
  readPattern,
  readText,
  printPattern,
  printText,
} from './pattern.js';
export type { FluentPattern, FluentPlaceable, FluentVariant } from './pattern.js';
