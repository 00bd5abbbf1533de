export { interruptedError } from './errors.js';
export { withResources } from './resources.js';
export type { FileNews, PartNews } from './resources.js';
export { leastFirst, oddTexts } from './report.js';
export { emptyDecisions, planItems } from './plan-items.js';
export {
  coverageOf,
  reportOfFailure,
  reportOfPlan,
  reportOfRun,
  withShared,
} from './run-report.js';
