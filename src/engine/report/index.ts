export { interruptedError } from './errors.js';
export { withGlossaries } from './glossaries.js';
export { inconsistencies } from './report.js';
export { emptyDecisions, planItems } from './plan-items.js';
export { coverageOf, reportOfFailure, reportOfPlan, reportOfRun, resultsOf } from './run-report.js';
