export { TargetFiles } from './target-files.js';
export { writeLockAfter } from './write-lock.js';
