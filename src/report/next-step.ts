import type { Report } from '../model/index.js';
import { amount } from './amounts.js';
import type { Style } from './style.js';

/** What a person can do, in the words of the host that prints. */
export interface NextSteps {
  /** Brings texts up to date. */
  readonly sync: string;
  /** Ends the review of texts. */
  readonly accept: string;
  /** Ends the review of files that are one text, such as documents. */
  readonly acceptFiles: string;
  /** Settles findings; undefined where the host has no way to. */
  readonly settle?: string;
  /** Translates drifted texts again. */
  readonly renew: string;
}

/** What drifted texts are, which a number alone does not say; '' where there are none. */
export function driftText({ locales, error }: Report, { colors }: Style, steps: NextSteps): string {
  const drifted = Object.values(locales).reduce((sum, counts) => sum + counts.drifted, 0);
  if (error !== null || drifted === 0) return '';
  const what = `drifted: machine text made by another service (such as the embedded one) or under other options than today's`;
  return `${colors.dim(`${what}. They stay; ${steps.renew}.`)}\n`;
}

/** What to do about what `check` found; '' where nothing is to be done, or an error says it. */
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
