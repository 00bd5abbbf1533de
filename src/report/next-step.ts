import type { Report } from '../model/index.js';
import { amount } from './amounts.js';
import type { Style } from './style.js';

/** What to do about what `check` found; '' where nothing is to be done, or an error says it. */
export function nextStepText({ problems, locales, error }: Report, { colors }: Style): string {
  if (error !== null) return '';
  const open = problems.filter(({ code }) => code === 'missing' || code === 'stale').length;
  const review = problems.filter(({ code }) => code === 'review').length;
  const invalid = Object.values(locales).reduce((sum, counts) => sum + counts.invalid, 0);
  const steps = [
    ...(open > 0 ? [`Run \`locale-sync sync\`: ${amount(open, 'text')} to bring up to date.`] : []),
    ...(invalid > 0 ? [`${amount(invalid, 'invalid text')}: mend where the text stands.`] : []),
    ...(review > 0
      ? [
          `${amount(review, 'text')} to review: correct what is wrong, then \`locale-sync sync --accept --keys <keys>\`.`,
        ]
      : []),
  ];
  return steps.map((step) => `${colors.bold(step)}\n`).join('');
}
