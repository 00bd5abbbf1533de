export { commentTable, readComments, readDecisions, writeComments } from './comments.js';
export { checkOfText, decisionOf, sortEdits, UnitTable } from './edits.js';
export type { SoundEdit } from './edits.js';
export type { OfflineRules } from './check.js';
export { formerWanted, formerTexts, withFormer } from './former.js';
export type { FormerText, FormerWanted, Revision } from './former.js';
export { offlineRules, reviewData, statusOf } from './rows.js';
export { takeBackOf, takenBack } from './take-back.js';
export type { TakeBack } from './take-back.js';
