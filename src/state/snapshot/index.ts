export { checkSnapshot, readSnapshot, writeSnapshot } from './snapshot.js';
export type { Snapshot } from './snapshot.js';
export {
  isUnchanged,
  readStamped,
  restampFolder,
  stampFile,
  stampFolder,
  stampWritten,
} from './stamp.js';
export type { Stamp } from './stamp.js';
