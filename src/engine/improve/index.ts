export { Answers } from './answers.js';
export { improvableIn } from './improvable.js';
export type { Improvable } from './improvable.js';
export { isMinorChange } from './kind.js';
export { askingFor, refusals, resultOf, suggestionOf } from './suggest.js';
export type { Asking, Suggested, Suggestion } from './suggest.js';
export { writeSources } from './write-sources.js';
