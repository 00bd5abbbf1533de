import { REVIEW_STATUSES } from '../model/index.js';
import type { ReviewData } from '../model/index.js';
import { htmlText } from '../sinks/html.js';
import { coverageByLocale } from './page/numbers.js';

/**
 * Content of a report whose script cannot run, for example because of a CI server's policy: the
 * coverage, and how to see the rest. Markup. Pure.
 */
export function plainSummary(data: ReviewData): string {
  const head = ['locale', 'texts', ...REVIEW_STATUSES];
  const rows = coverageByLocale(data).map(({ name, units, counts }) =>
    rowOf('td', [name, String(units), ...REVIEW_STATUSES.map((one) => String(counts[one]))]),
  );
  return [
    '<h1>locale-sync</h1>',
    '<table><caption>Coverage by locale</caption>',
    ...[rowOf('th', head), ...rows],
    '</table>',
    ...data.problems.map((problem) => `<p role="alert">${htmlText(problem)}</p>`),
    '<p>This page needs its script to show the texts. If the server blocks scripts, save the page and open the file.</p>',
  ].join('\n');
}

function rowOf(cell: 'td' | 'th', texts: readonly string[]): string {
  return `<tr>${texts.map((text) => `<${cell}>${htmlText(text)}</${cell}>`).join('')}</tr>`;
}
