export * from './files/index.js';
export {
  contentHash,
  memoryKey,
  originOf,
  quickHash,
  sourceHash,
  targetHash,
  unitHash,
} from './hash.js';
export * from './lock/index.js';
export * from './memory/index.js';
export { LOCK_FILE, STATE_FILES, STATE_FOLDER } from './names.js';
export { ADOPTED, COPIED, EDITED, isHuman, REVIEW } from './origin.js';
export * from './snapshot/index.js';
