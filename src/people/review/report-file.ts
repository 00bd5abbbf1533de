import { join } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { withReviewer } from '../../engine/index.js';
import type { ReviewerOptions } from '../../engine/index.js';
import { readKeyPlaces } from '../../code/index.js';
import { defined, explain, REVIEW_STATUSES, htmlText } from '../../model/index.js';
import type { ReviewData, ReviewEdit, ReviewOutcome, Words } from '../../model/index.js';
import { STATE_FOLDER } from '../../lock/index.js';
import { readRuns } from '../../state/index.js';
import { pageHtml } from './page-html.js';
import { coverageByLocale } from './page/numbers.js';

interface ReviewCall {
  readonly words: Words;
  readonly signal?: AbortSignal;
}

/**
 * The review page as one file that contains everything and needs no server. Sends and writes
 * nothing.
 * @throws LocaleSyncError
 */
export async function reportHtml(
  config: ResolvedConfig,
  call: ReviewCall,
): Promise<{ readonly html: string; readonly data: ReviewData }> {
  return withReviewer(config, optionsOf(call), async (reviewer) => {
    const usesOf = await readKeyPlaces(config);
    const data = await reviewer.withFormer(await reviewer.look(defined({ usesOf })));
    const rules = reviewer.offlineRules();
    const start = {
      home: 'file',
      shown: { data, runs: readRuns(join(config.root, STATE_FOLDER)) },
      rules,
    } as const;
    return { html: pageHtml(start, plainSummary(data)).html, data };
  });
}

/**
 * Content of a report whose script cannot run, for example because of a CI server's policy: the
 * coverage, and how to see the rest. Markup. Pure.
 */
function plainSummary(data: ReviewData): string {
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

/** Carries out edits of a report. @throws LocaleSyncError */
export async function applyEdits(
  config: ResolvedConfig,
  edits: readonly ReviewEdit[],
  call: ReviewCall,
): Promise<readonly ReviewOutcome[]> {
  return withReviewer(config, optionsOf(call), async (reviewer) => {
    const { outcomes } = await reviewer.apply(edits);
    return outcomes;
  });
}

function optionsOf({ words, signal }: ReviewCall): ReviewerOptions {
  return { explain: (error) => explain(error, words), ...defined({ signal }) };
}
