// Entry point for pure code: hashes, names, and the lock's content. Nothing here reads or writes a
// file; `index.ts` adds what does.

export {
  contentHash,
  findingHash,
  memoryKey,
  originOf,
  quickHash,
  sourceHash,
  targetHash,
  unitHash,
} from './hash.js';
export * from './archive/index.js';
export * from './lock/index.js';
export { ARCHIVE_FILE, LOCK_FILE, LOCKS_FOLDER, STATE_FILES, STATE_FOLDER } from './names.js';
export { ADOPTED, COPIED, EDITED, isForReview, isHuman, PIECED, REVIEW } from './origin.js';
