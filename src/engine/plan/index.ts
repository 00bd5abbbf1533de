export { decide } from './decide.js';
export { overheads, addTotals, joinPlans, languageOf, NO_TOTALS, planLanguages } from './plan.js';
export { digestOf, hashesOf, requireSame, requireSameFiles } from './saved-plan.js';
export type { SavedPlan } from './saved-plan.js';
export { choiceOf, narrowFile } from './selection.js';
export type { Choice } from './selection.js';
