export { TargetFiles } from './target-files.js';
export type { FoundFinding } from './settled-lines.js';
export { writeLockAfter, writeSettled } from './write-lock.js';
