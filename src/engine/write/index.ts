export { TargetFiles } from './target-files.js';
export type { FoundFinding } from './settled-lines.js';
export { writeApplied, writeLock } from './lock.js';
export { leavingUnits } from './lock-facts.js';
export type { Leaving } from './lock-facts.js';
export { writeLockAfter, writeSettled } from './write-lock.js';
