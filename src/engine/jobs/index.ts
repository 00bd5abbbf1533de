export { Jobs, planOf } from './run.js';
export type { FinishedJobs } from './run.js';
export { jobItems } from './items.js';
export { withJobs } from './tally.js';
export type { JobPlan, PlannedOutput } from './types.js';
