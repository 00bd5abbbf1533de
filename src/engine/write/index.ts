export { TargetFiles } from './target-files.js';
export type { FoundFinding } from './settled-lines.js';
export { writeLock } from './lock.js';
export { leavingUnits } from './lock-facts.js';
export type { Leaving } from './lock-facts.js';
export { writeApplied } from './write-applied.js';
export { writeLockAfter, writeSettled } from './write-lock.js';
