export { PatternError } from './expression.js';
export { isLineEnd, skipBlank, skipSpaces } from './blanks.js';
export { readPattern, readText } from './pattern.js';
export type { FluentPattern, FluentPlaceable, FluentVariant } from './pattern.js';
export { printPattern, printText } from './print.js';
