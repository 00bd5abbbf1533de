export {
  addToLedger,
  fileSystemNow,
  readAnswer,
  readLedger,
  readNotes,
  updateNotes,
  writeAnswer,
  writeLedger,
} from './ledger.js';
export type { Answer, LedgerPart, Notes } from './ledger.js';
export {
  isUnchanged,
  readStamped,
  restampFolder,
  settle,
  stampFile,
  hashStamped,
  stampFolder,
  stampWritten,
  trusted,
  rowOf,
  stampOfRow,
} from './stamp.js';
export type { HashedFile, Stamp, StampRow } from './stamp.js';
export { Stamps } from './stamps.js';
