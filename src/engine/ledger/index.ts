export { recall, remember } from './answer.js';
export type { Finished, Remembered } from './answer.js';
export { isFinal, recordsOf } from './make-records.js';
export type { FinishedRun } from './make-records.js';
export { identityOf, readRecords, writeRecords } from './records.js';
export { RememberedNames } from './names.js';
export {
  RememberedFiles,
  rememberedProblems,
  rememberedTallies,
  unitsToFind,
  wantedSources,
} from './remembered-files.js';
