export { amount, formatNumber, groupBy, reusedFrom } from './amounts.js';
export { answerText } from './answer-text.js';
export {
  annotationsOf,
  asAnnotation,
  codeQualityText,
  githubAnnotations,
  junitText,
  sarifText,
} from './forms.js';
export type { Annotation, Finished, FormOptions } from './forms.js';
export { coverageTable, markdownText } from './markdown-text.js';
export { planText } from './plan-text.js';
export { errorBeside, problemsText } from './problems.js';
export { differencesText, resourcesDoneText } from './resource-text.js';
export {
  acceptedText,
  driftText,
  fileCoverageText,
  nextStepText,
  settledText,
  statusText,
} from './status-text.js';
export type { NextSteps } from './status-text.js';
export { makeStyle } from './style.js';
export type { Style } from './style.js';
export { improvementsText, suggestionsText } from './suggestions-text.js';
export { proposalText, summaryText, timingText } from './summary-text.js';
export { runsText, usageText } from './usage-text.js';
export type { KeyUsage } from './usage-text.js';
