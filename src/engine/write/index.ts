export { TargetFiles } from './target-files.js';
export type { Written } from './target-files.js';
export { writeLockAfter } from './write-lock.js';
