export { checkSnapshot, fileSystemNow, readSnapshot, writeSnapshot } from './snapshot.js';
export type { Snapshot, SnapshotOf } from './snapshot.js';
export {
  isSameStamp,
  isUnchanged,
  readStamped,
  restampFolder,
  settle,
  stampFile,
  hashStamped,
  stampFolder,
  stampWritten,
  trusted,
} from './stamp.js';
export type { HashedFile, Stamp } from './stamp.js';
export { rowOf, stampOfRow } from './stamp-row.js';
export type { StampRow } from './stamp-row.js';
export { Stamps } from './stamps.js';
