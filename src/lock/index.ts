export {
  filesOf,
  forgetIds,
  FORGOTTEN,
  mergeApplied,
  normalApplied,
  parseApplied,
  updateApplied,
} from './applied-terms.js';
export type { AppliedGlossary } from './applied-terms.js';
export { ARCHIVE_BYTES, ArchivedTexts, parseArchive, updateArchive } from './archive.js';
export type { ArchiveChanges, ArchivedText, ParsedArchive, TextToArchive } from './archive.js';
export { COMMENTS_BYTES, formatComments, parseComments } from './comments.js';
export type { Comment, ParsedComments } from './comments.js';
export { FactRow, targetIn } from './line-fact.js';
export type { Fact, Facts, TargetFact } from './fact.js';
export { parseFileFacts, updateFileFacts } from './file-facts.js';
export type { FileFact } from './file-facts.js';
export { combineLocks, lockPathOf, splitLock } from './folder-locks.js';
export { formatLock } from './format-lock.js';
export {
  contentHash,
  ContentHashing,
  findingHash,
  memoryKey,
  originOf,
  quickHash,
  sourceHash,
  targetHash,
  unitHash,
} from './hash.js';
export { mergeFacts } from './merge-facts.js';
export {
  ARCHIVE_FILE,
  COMMENTS_FILE,
  LINE_SETS,
  LOCK_FILE,
  LOCKS_FOLDER,
  SIBLING,
  STATE_DIRECTORIES,
  STATE_FILES,
  STATE_FOLDER,
} from './names.js';
export type { StateDirectory } from './names.js';
export { ADOPTED, COPIED, EDITED, isForReview, isHuman, PIECED, REVIEW } from './fact.js';
export { parseLock } from './parse-lock.js';
export { ParsedLock } from './parsed-lock.js';
export { formatSettled, IMPROVE_RULE, mergeSettled, parseSettled, settledId } from './settled.js';
export type { SettledFinding } from './settled.js';
