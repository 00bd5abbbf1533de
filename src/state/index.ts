export { contentHash, memoryKey, originOf, sourceHash, targetHash, unitHash } from './hash.js';
export { ADOPTED, EDITED, isHuman, REVIEW } from './fact.js';
export type { Fact, Facts, TargetFact } from './fact.js';
export { FactRow, LocaleFacts, targetIn } from './fact-line.js';
export { formatLock, parseLock } from './lock.js';
export type { ParsedLock } from './lock.js';
export { isKnownLock, noteLock, noteWriting, noteWritten, wasWriting } from './known-lock.js';
export { ensureStateDirectory, readStateFile, replaceStateFile } from './directory.js';
export { openMemory } from './memory.js';
export type { Memory } from './memory.js';
export { acquireRunLock } from './run-lock.js';
export type { RunLock } from './run-lock.js';
export { checkSnapshot, writeSnapshot } from './snapshot.js';
export type { Snapshot } from './snapshot.js';
export { quickHash, readStamped, restampFolder, stampFolder, stampWritten } from './stamp.js';
export type { Stamp } from './stamp.js';
export { updateFacts } from './update-facts.js';
export type { FactScope } from './update-facts.js';
export { WriteError } from './write-error.js';
export {
  cleanTemp,
  isWritable,
  requireStateInside,
  stageFile,
  writeFileAtomic,
} from './write-file.js';
export type { StagedFile } from './write-file.js';
