export { changesSince, compareTerms, isNothing, sameTerms } from './compare-terms.js';
export type { AppliedTerms, DictionaryPlan, TermChanges, Terms } from './compare-terms.js';
export { editGlossary, newGlossary } from './glossary-edit.js';
export { readGlossary } from './glossary-file.js';
export type { FileDictionary, FileProblem } from './glossary-file.js';
export { HeldTerms } from './held-terms.js';
export { stemOf } from './stems.js';
export type { Stem } from './stems.js';
export { editStyle, newStyle } from './style-edit.js';
export { readStyle } from './style-file.js';
export type { FileStyle } from './style-file.js';
export {
  isInstruction,
  namedInstructions,
  shownSaying,
  storedTerms,
  styleOfTerms,
  termsOfStyle,
} from './style-terms.js';
