export { EXCHANGE_FORMATS, exportTexts, formatOfName, importTexts } from './exchange/exchange.js';
export type { ExchangeFormat } from './exchange/exchange.js';
export { mergeFile } from './merge/merge-file.js';
export { ProposeError } from './propose/errors.js';
export { Git, Remote } from './propose/git.js';
export type { Host } from './propose/host.js';
export { createGithub } from './propose/hosts/github.js';
export { createGitlab } from './propose/hosts/gitlab.js';
export { proposeByLocale } from './propose/by-locale.js';
export type { Project, ProposeCall } from './propose/project.js';
export { propose } from './propose/propose.js';
export { amount, formatNumber, groupBy } from './report/amounts.js';
export { answerText } from './report/answer-text.js';
export {
  annotationsOf,
  asAnnotation,
  codeQualityText,
  githubAnnotations,
  junitText,
  sarifText,
} from './report/forms.js';
export type { Annotation, Finished, FormOptions } from './report/forms.js';
export { explanationText } from './report/explanation-text.js';
export { markdownText } from './report/markdown-text.js';
export { planText } from './report/plan-text.js';
export { besideError, errorBeside, problemsText } from './report/problems.js';
export { differencesText, resourcesDoneText } from './report/resource-text.js';
export {
  acceptedText,
  driftText,
  fileCoverageText,
  nextStepText,
  settledText,
  statusText,
} from './report/status-text.js';
export type { NextSteps } from './report/status-text.js';
export { makeStyle } from './report/style.js';
export type { Style } from './report/style.js';
export { improvementsText, suggestionsText } from './report/suggestions-text.js';
export { proposalText, summaryText, timingText } from './report/summary-text.js';
export { runsText, sumOf, usageText } from './report/usage-text.js';
export type { KeyUsage, SpentByAll } from './report/usage-text.js';
export { mountReview, openReview } from './review/server/open-review.js';
export type { MountedReview, MountOptions } from './review/server/open-review.js';
export type { Guest } from './review/delta.js';
export { parsePatch } from './review/patch.js';
export { applyEdits, reportHtml } from './review/report-file.js';
