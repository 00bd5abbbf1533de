export { lockHashOf, readCommittedFile } from './files/committed-file.js';
export {
  ensureStateDirectory,
  isInside,
  leadsOutside,
  readStateFile,
  removeQuietly,
  replaceStateFile,
} from './files/directory.js';
export { PART, writeDurable } from './files/durable-file.js';
export { folderLockPaths, removeFolderLock } from './files/lock-folder.js';
export {
  isWritable,
  realTarget,
  requireStateInside,
  requireStateRegular,
  requireWritable,
} from './files/place.js';
export { receiveDurable, takeReceived } from './files/received-file.js';
export { hasRoom } from './files/room.js';
export { acquireRunLock } from './files/run-lock.js';
export { holdSpareHandle } from './files/spare-handle.js';
export { cleanTemp } from './files/temporary.js';
export { WriteError } from './files/write-error.js';
export { bytesOf, stageFile, writeFileAtomic, writeStamped } from './files/write-file.js';
export type { StagedFile } from './files/write-file.js';
export {
  addToLedger,
  fileSystemNow,
  readAnswer,
  readLedger,
  readNotes,
  updateNotes,
  writeAnswer,
  writeLedger,
} from './ledger/ledger.js';
export {
  hashStamped,
  isUnchanged,
  readStamped,
  restampFolder,
  settle,
  stampFile,
  stampFolder,
  trusted,
} from './ledger/stamp.js';
export type { HashedFile, Stamp } from './ledger/stamp.js';
export { Stamps } from './ledger/stamps.js';
export { openMemory } from './memory/memory.js';
export type { Memory } from './memory/memory.js';
export { appendRun, readRuns } from './runs/runs.js';
export type { PastRun } from './runs/runs.js';
