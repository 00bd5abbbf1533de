export { changesSince, compareTerms, isNothing } from './compare-terms.js';
export type { AppliedTerms, DictionaryPlan, TermChanges, Terms } from './compare-terms.js';
export { readGlossary } from './glossary-file.js';
export type { FileDictionary, GlossaryProblem } from './glossary-file.js';
export { HeldTerms } from './held-terms.js';
