export { planItems } from './plan-items.js';
export { coverageOf, reportOfFailure, reportOfPlan, reportOfRun, resultsOf } from './run-report.js';
export { isCounted } from './tally.js';
export type { FileTally } from './tally.js';
