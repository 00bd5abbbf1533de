export { appendRun, readRuns } from './runs.js';
export type { PastRun } from './runs.js';
