import { limits } from '../../facts/index.js';
import { hasLines, linesOf } from '../../text/index.js';
import type { Form } from '../../text/index.js';
import type { Finding, Attempt, Candidate, Try } from '../units/row.js';

/** How often a text may be sent again, whatever is wrong with the answers. */
const MOST = 2;

/**
 * The ways to request a text again after its first suspicious answer: options or forms that may
 * help with these findings.
 * @param sent the texts of the attempt
 */
export function triesAfter(
  findings: readonly Finding[],
  attempt: Attempt,
  { forms, sent }: { readonly forms: readonly Form[]; readonly sent: readonly string[] },
): readonly Try[] {
  const { form } = attempt;
  const has = (code: Finding['code']): boolean => findings.some((one) => one.code === code);
  const isWhole = attempt.parts.every(({ length }) => length === 1);
  const tries: Try[] = [];
  // Whatever else is wrong with it, one more request tells.
  if (has('no-translation')) return [{ form, again: 'alone' }];
  if (has('too-long')) tries.push({ form, again: 'shorter' });
  if (has('line-breaks') && isWhole && fitsAsLines(sent)) tries.push({ form, again: 'lines' });
  if (findings.some(({ code }) => code !== 'too-long')) tries.push({ form, again: 'preserved' });
  const other = forms.find((one) => one !== form && one !== 'cut');
  if (other !== undefined && form !== 'cut') tries.push({ form: other, again: 'preserved' });
  // Sends in earlier forms, after unsound answers, count as well.
  return tries.slice(0, Math.max(0, MOST - forms.indexOf(form)));
}

/** Whether the texts can be sent line by line in one request. */
function fitsAsLines(sent: readonly string[]): boolean {
  if (!sent.some(hasLines)) return false;
  const lines = sent.reduce((sum, text) => sum + linesOf(text).length, 0);
  return lines <= limits.translate.texts;
}

/** Weight of each finding: the candidate with the lowest sum is written. */
const WEIGHTS: Readonly<Partial<Record<Finding['code'], number>>> = {
  'no-translation': 24,
  repetition: 16,
  untranslated: 12,
  'length-ratio': 8,
  'line-breaks': 4,
  'too-long': 3,
  'sentence-end': 2,
};

/** The better of two translations; the earlier one if they are equally suspicious. */
export function better(earlier: Candidate | undefined, later: Candidate): Candidate {
  if (earlier === undefined) return later;
  const difference = weightOf(later) - weightOf(earlier);
  if (difference !== 0) return difference < 0 ? later : earlier;
  const isShorter = later.text.length < earlier.text.length;
  return isShorter && later.findings.some(isTooLong) ? later : earlier;
}

function weightOf({ findings }: Candidate): number {
  // A text with an error is not written.
  const weigh = ({ code, level }: Finding): number =>
    (WEIGHTS[code] ?? 1) + (level === 'error' && code !== 'too-long' ? 100 : 0);
  return findings.reduce((sum, one) => sum + weigh(one), 0);
}

export function isTooLong({ code }: Finding): boolean {
  return code === 'too-long';
}

/** Whether a text that is written must wait for review. */
export function isForReview(finding: Finding): boolean {
  return isTooLong(finding) || finding.code === 'no-translation';
}
