export {
  FORGOTTEN,
  forgetIds,
  mergeApplied,
  normalApplied,
  parseApplied,
  updateApplied,
} from './applied-terms.js';
export type { AppliedGlossary } from './applied-terms.js';
export type { Fact, Facts, TargetFact } from './fact.js';
export { parseFileFacts, updateFileFacts } from './file-facts.js';
export type { FileFact } from './file-facts.js';
export { FactRow } from './fact-row.js';
export { combineLocks, lockPathOf, splitLock } from './folder-locks.js';
export { formatLock } from './format-lock.js';
export { linesAbout } from './lines-about.js';
export { targetIn } from './line-fact.js';
export { LocaleFacts } from './locale-facts.js';
export { mergeFacts } from './merge-facts.js';
export { knowsPeople } from './people.js';
export { madeLock, parseLock } from './parse-lock.js';
export type { ParsedLock } from './parsed-lock.js';
export { formatSettled, IMPROVE_RULE, mergeSettled, parseSettled, settledId } from './settled.js';
export type { SettledFinding } from './settled.js';
export { updateLock } from './update-lock.js';
