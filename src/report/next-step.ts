import type { Report } from '../model/index.js';
import { amount } from './amounts.js';
import type { Style } from './style.js';

/** What a person can do, in the terms of the host that prints. */
export interface NextSteps {
  /** Updates texts. */
  readonly sync: string;
  /** Ends the review of texts. */
  readonly accept: string;
  /** Ends the review of whole files, such as documents. */
  readonly acceptFiles: string;
  /** Settles findings; undefined if the host cannot. */
  readonly settle?: string;
  /** Translates drifted texts again. */
  readonly renew: string;
}

/** An explanation of drifted texts; '' if there are none. */
export function driftText({ locales, error }: Report, { colors }: Style, steps: NextSteps): string {
  const drifted = Object.values(locales).reduce((sum, counts) => sum + counts.drifted, 0);
  if (error !== null || drifted === 0) return '';
  const what = `drifted: machine translations made by another service (such as the embedded one) or with other options than the current ones`;
  return `${colors.dim(`${what}. They are kept; ${steps.renew}.`)}\n`;
}

/** What to do about the findings of `check`; '' if there is nothing to do, or an error says it. */
export function nextStepText(
  { problems, locales, error }: Report,
  { colors }: Style,
  steps: NextSteps,
): string {
  if (error !== null) return '';
  const open = problems.filter(({ code }) => code === 'missing' || code === 'stale').length;
  const inReview = problems.filter(({ code }) => code === 'review');
  const files = inReview.filter(({ key }) => key === undefined).length;
  const review = inReview.length - files;
  const invalid = Object.values(locales).reduce((sum, counts) => sum + counts.invalid, 0);
  const orSettle = steps.settle === undefined ? '' : `, or ${steps.settle}`;
  const lines = [
    ...(open > 0 ? [`${steps.sync}: ${amount(open, 'text')} to bring up to date.`] : []),
    ...(invalid > 0
      ? [`${amount(invalid, 'invalid text')}: fix in the target file${orSettle}.`]
      : []),
    ...(review > 0 ? [`${amount(review, 'text')} to review: ${steps.accept}.`] : []),
    ...(files > 0 ? [`${amount(files, 'file')} to review: ${steps.acceptFiles}.`] : []),
  ];
  return lines.map((line) => `${colors.bold(line)}\n`).join('');
}
