export { isLineEnd, skipBlank, skipSpaces } from './blanks.js';
export { PatternError } from './expression.js';
export { readPattern, readText, printPattern, printText } from './pattern.js';
export type { FluentPattern, FluentPlaceable, FluentVariant } from './pattern.js';
