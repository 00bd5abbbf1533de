export { annotationsOf, githubAnnotations } from './annotations.js';
export { amount, formatNumber } from './amounts.js';
export { planText } from './plan-text.js';
export { problemsText } from './problems-text.js';
export { makeStyle } from './style.js';
export type { Style } from './style.js';
export { fileCoverageText, statusText, summaryText } from './summary-text.js';
