export { parsePatch } from './patch.js';
export { applyEdits, reportHtml } from './report-file.js';
export { openReview } from './server/open-review.js';
