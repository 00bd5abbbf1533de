export { changesSince, compareTerms, isNothing, sameTerms } from './compare-terms.js';
export type { AppliedTerms, Decide, DictionaryPlan, TermChanges, Terms } from './compare-terms.js';
export { editGlossary, newGlossary } from './glossary-edit.js';
export { readGlossary } from './glossary-file.js';
export type { FileDictionary, FileProblem } from './glossary-file.js';
export { HeldTerms, stemOf } from './held-terms.js';
export type { Stem } from './held-terms.js';
export {
  editStyle,
  newStyle,
  isInstruction,
  namedInstructions,
  shownSaying,
  storedTerms,
  styleOfTerms,
  termsOfStyle,
} from './style-edit.js';
export { readStyle } from './style-file.js';
export type { FileStyle } from './style-file.js';
