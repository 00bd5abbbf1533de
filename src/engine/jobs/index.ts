export { openJobs, planOf } from './open.js';
export type { FinishedJobs, Jobs, StartedJobs } from './run.js';
export { jobItems } from './items.js';
export { begunBy, withJobs } from './tally.js';
export type { JobPlan, PlannedOutput } from './types.js';
