import { formatKey } from '../model/index.js';
import type { EmptyDecision, JobItem, PlanItem, Report } from '../model/index.js';
import { jsonText } from '../sinks/json.js';
import { oneLine } from '../sinks/terminal.js';
import { amount, formatNumber, reusedFrom } from './amounts.js';
import { resourceLines, sendsResources } from './resource-text.js';
import { jobAmounts, jobLines } from './job-text.js';
import { planSummary } from './plan-summary.js';
import type { Style } from './style.js';

/** The most units that are listed by default; more are summarized. */
const FEW = 50;
/** Number of units listed after the summary. */
const FIRST = 10;

const NOTHING = 'Nothing to send.';

interface PlanToShow {
  readonly items: readonly PlanItem[];
  readonly report: Report;
  /** Documents and outputs of recordings. */
  readonly jobs?: readonly JobItem[];
  /** Only shown with `all`. */
  readonly empty?: readonly EmptyDecision[];
}

export interface PlanTextOptions {
  /**
   * Default: false: every unit of a plan of up to 50, otherwise sums by locale and file, and the
   * first units.
   */
  readonly all?: boolean;
  /** How to see all of them, in the host's terms. */
  readonly toSeeAll?: string;
}

/** A plan as a diff or a summary: what, why, how much, and what is reused. */
export function planText(
  plan: PlanToShow,
  style: Style,
  { all = false, toSeeAll }: PlanTextOptions = {},
): string {
  const { items, report } = plan;
  const isListed = all || items.length <= FEW;
  const lines = isListed
    ? itemLines(items, style)
    : [
        ...planSummary(items, style, toSeeAll),
        '',
        style.colors.dim(`the first ${FIRST} of them`),
        ...firstLines(items.slice(0, FIRST), style),
      ];
  const decided = all ? (plan.empty ?? []).map((one) => emptyLine(one, style)) : [];
  const jobs = jobLines(plan.jobs ?? [], style, { all, toSeeAll });
  const shown = [...resourceLines(report, style), ...lines, ...jobs, ...decided];
  return `${[...shown, ...(shown.length > 0 ? [''] : []), totals(report)].join('\n')}\n`;
}

function itemLines(items: readonly PlanItem[], style: Style): readonly string[] {
  return [...byFile(items)].flatMap(([file, its]) => [
    `${style.colors.bold(oneLine(file))}  ${amount(its.length, 'unit')}`,
    ...its.map((item) => itemLine(item, style)),
  ]);
}

/** Without counts per file, because not all units of the files are listed. */
function firstLines(items: readonly PlanItem[], style: Style): readonly string[] {
  return [...byFile(items)].flatMap(([file, its]) => [
    style.colors.bold(oneLine(file)),
    ...its.map((item) => itemLine(item, style)),
  ]);
}

function byFile(items: readonly PlanItem[]): ReadonlyMap<string, readonly PlanItem[]> {
  const found = new Map<string, PlanItem[]>();
  for (const item of items) {
    const others = found.get(item.file);
    if (others === undefined) found.set(item.file, [item]);
    else others.push(item);
  }
  return found;
}

function itemLine(item: PlanItem, { colors, width }: Style): string {
  const name = oneLine(formatKey(item.key));
  const key = colors.bold(name);
  const room = Math.max(20, width - name.length - 30);
  const source = quote(item.source ?? '', room);
  const cost = item.characters > 0 ? colors.dim(` ${formatNumber(item.characters)} ch`) : '';
  const isNew = item.target === undefined || item.status === 'missing';
  const mark = isNew ? colors.green('+') : colors.yellow('~');
  switch (item.action) {
    case 'remove':
      return `  ${colors.red('-')} ${key} ${colors.dim(removalReason(item))}`;
    case 'copy':
      return `  ${mark} ${key} ${source} ${colors.dim('copied, never translated')}`;
    case 'reuse': {
      const how = item.reuse === undefined ? 'nothing to translate' : `from the ${item.reuse}`;
      const from = `${item.status}, ${how}`;
      return `  ${mark} ${key} ${quote(item.text ?? '', room)} ${colors.dim(from)}`;
    }
    case 'translate':
    case 'propose': {
      const why = item.action === 'propose' ? 'review: kept, with a proposal' : item.status;
      const repeated = item.reuse === 'duplicate' ? ', same text as above' : '';
      return `  ${mark} ${key} ${source} ${colors.dim(why + repeated)}${cost}`;
    }
    case 'keep':
      return `    ${key} ${colors.dim(item.status)}`;
  }
}

function removalReason({ archived }: PlanItem): string {
  const why = 'dropped from the source';
  return archived === true ? `${why}; its text goes to the archive` : why;
}

/** Why empty texts are sent or not. */
function emptyLine({ file, meaning, units }: EmptyDecision, { colors }: Style): string {
  const why =
    meaning === 'missing'
      ? 'missing: taken as not translated yet (set empty: intended to keep them)'
      : 'kept as intended, because the rest of the file is translated (set empty: missing to translate them)';
  return `${oneLine(file)}  ${colors.dim(`${amount(units, 'empty text')} ${why}`)}`;
}

function quote(text: string, room: number): string {
  return oneLine(jsonText(text), room);
}

function totals(report: Report): string {
  const { requests, texts, characters, reused, removed } = report;
  const free = reused.repository + reused.memory + reused.duplicates;
  const gone = removed > 0 ? [`${formatNumber(removed)} removed`] : [];
  if (requests === 0 && free === 0) {
    const nothing = sendsResources(report)
      ? 'No text to send; the changes above go to the service.'
      : NOTHING;
    return [nothing, ...gone].join(' · ');
  }
  const from = reusedFrom(reused).join(', ');
  const jobs = jobAmounts(report);
  const least = jobs.length > 0 ? 'at least ' : '';
  const what = [...jobs, ...(texts > 0 || jobs.length === 0 ? [amount(texts, 'text')] : [])];
  return [
    `${what.join(', ')} in ${least}${amount(requests, 'request')}, ${least}${amount(characters, 'character')} to be billed`,
    ...(free > 0 ? [`${amount(free, 'unit')} reused for free (${from})`] : []),
    ...gone,
  ].join(' · ');
}
