export { interruptedError } from './errors.js';
export { withResources } from './resources.js';
export { inconsistencies } from './report.js';
export { emptyDecisions, planItems } from './plan-items.js';
export {
  coverageOf,
  reportOfFailure,
  reportOfPlan,
  reportOfRun,
  resultsOf,
  withShared,
} from './run-report.js';
