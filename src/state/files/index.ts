export {
  appendStateFile,
  ensureStateDirectory,
  isInside,
  leadsOutside,
  readStateFile,
  reason,
  removeQuietly,
  replaceStateFile,
} from './directory.js';
export { PART, writeDurable } from './durable-file.js';
export { receiveDurable, takeReceived } from './received-file.js';
export { folderLockPaths, removeFolderLock } from './lock-folder.js';
export { lockHashOf, readCommittedFile } from './committed-file.js';
export type { CommittedFile } from './committed-file.js';
export type { Expected } from './place.js';
export {
  isWritable,
  realTarget,
  requireStateInside,
  requireStateRegular,
  requireWritable,
} from './place.js';
export { hasRoom } from './room.js';
export { acquireRunLock } from './run-lock.js';
export type { RunLock } from './run-lock.js';
export { holdSpareHandle, withSpareHandle } from './spare-handle.js';
export { cleanTemp, pathInState } from './temporary.js';
export { WriteError } from './write-error.js';
export { bytesOf, stageFile, writeFileAtomic } from './write-file.js';
export type { StagedFile, WriteOptions } from './write-file.js';
