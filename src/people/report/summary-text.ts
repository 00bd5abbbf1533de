import type { LocaleCounts, Proposal, Report, Timing } from '../../model/index.js';
import { oneLine, proposalsOf } from '../../model/index.js';
import { amount, billedAmount, formatNumber, jobAmounts, reusedFrom } from './amounts.js';
import { resourceLines } from './resource-text.js';
import { displayWidth, table } from './style.js';
import type { Style } from './style.js';

/** The counts of a locale, as column headings. */
export const COLUMNS = [
  'units',
  'translated',
  'current',
  'edited',
  'review',
  'stale',
  'missing',
  'invalid',
] as const;

/**
 * What a run did: a table by locale, or a line per locale if it is too wide, and one line of
 * totals.
 */
export function summaryText(report: Report, style: Style): string {
  const { colors } = style;
  // No column counts the texts that locales of `fallbacks` inherit.
  const inherited = Object.entries(report.locales).flatMap(([locale, counts]) => {
    const count = counts.inherited ?? 0;
    return count === 0 ? [] : [colors.dim(`${oneLine(locale)} inherits ${amount(count, 'text')}`)];
  });
  const lines = [...resourceLines(report, style), ...localeLines(report, style), ...inherited];
  return `${[...lines, '', amountsLine(report)].join('\n')}\n`;
}

function localeLines({ locales }: Report, { colors, width }: Style): readonly string[] {
  const rows = Object.entries(locales);
  if (rows.length === 0) return ['No target was checked.'];
  const cell = (column: (typeof COLUMNS)[number], counts: LocaleCounts): string => {
    const value = counts[column];
    if (value === 0) return colors.dim('·');
    const text = formatNumber(value);
    if (column === 'missing' || column === 'stale' || column === 'invalid') return colors.red(text);
    if (column === 'review') return colors.yellow(text);
    return column === 'translated' ? colors.green(text) : text;
  };
  const lines = table([
    ['locale', ...COLUMNS].map((name) => colors.dim(name)),
    ...rows.map(([locale, counts]) => [
      colors.bold(oneLine(locale)),
      ...COLUMNS.map((column) => cell(column, counts)),
    ]),
  ]);
  if (lines.every((line) => displayWidth(line) <= width)) return lines;
  // `de  806 units, 12 translated, 803 current`
  return rows.map(([locale, counts]) => {
    const used = COLUMNS.filter((column) => column === 'units' || counts[column] > 0);
    const parts = used.map((column) => `${cell(column, counts)} ${column}`);
    return `${colors.bold(oneLine(locale))}  ${parts.join(', ')}`;
  });
}

function amountsLine(report: Report): string {
  const { requests, texts, reused, files, removed } = report;
  const open = isDryRun(report) ? 'to be ' : '';
  const jobs = jobAmounts(report);
  const what = [...jobs, ...(texts > 0 || jobs.length === 0 ? [amount(texts, 'text')] : [])];
  const sent =
    requests === 0
      ? 'nothing sent'
      : `${what.join(', ')} in ${amount(requests, 'request')}, ${billedAmount(report)} ${open}billed`;
  const reuse = reusedFrom(reused);
  return [
    sent,
    ...(reuse.length > 0 ? [`reused for free: ${reuse.join(', ')}`] : []),
    `${amount(files.written, 'file')} ${open}written, ${formatNumber(files.unchanged)} unchanged`,
    ...(removed > 0 ? [`${formatNumber(removed)} ${open}removed`] : []),
  ].join(' · ');
}

/** What `propose` did: the summary of its sync, and where the proposals are. */
export function proposalText(report: Report, style: Style): string {
  const lines = proposalsOf(report).flatMap((proposal) => {
    const { url, notes } = proposal;
    const link = url === undefined ? '' : `: ${oneLine(url)}`;
    return [
      `${sentence(proposal, report)}${link}`,
      ...notes.map((note) => `note: ${oneLine(note)}`),
    ];
  });
  return `${summaryText(report, style)}${lines.map((line) => `${line}\n`).join('')}`;
}

/** Whether nothing was done because of `propose --dry-run`. */
export function isDryRun(report: Report): boolean {
  return proposalsOf(report).some(({ dryRun }) => dryRun);
}

function sentence(proposal: Proposal, { ok }: Report): string {
  const { state, dryRun, texts, edited, files, branch, base, patch } = proposal;
  const own = edited === 0 ? '' : ` (${amount(edited, 'text')} by people)`;
  const what = `${amount(texts, 'text')}${own} on ${oneLine(branch)}`;
  if (dryRun) return `dry run: ${WOULD[state]}, on ${oneLine(branch)} for ${oneLine(base)}`;
  switch (state) {
    case 'opened':
      return `proposed ${what}, in ${amount(files, 'file')}`;
    case 'updated':
      return `updated ${what}, in ${amount(files, 'file')}`;
    case 'closed':
      return 'closed: everything is in the base';
    case 'unchanged':
      return `nothing new; already proposed: ${what}`;
    case 'declined':
      return 'nothing proposed: a proposal of these texts was closed by people. Change a source text, or translate with `locale-sync sync`';
    case 'patch':
      return `${oneLine(patch ?? 'patch')} written: ${amount(texts, 'text')}, for \`git apply\``;
    case 'none':
      // The host may have failed, or no text was sound.
      return ok ? 'nothing to propose' : 'nothing was proposed';
  }
}

const WOULD: Readonly<Record<Proposal['state'], string>> = {
  opened: 'a request would be opened',
  updated: 'the open request would be updated',
  closed: 'the open request would be closed, because everything is in the base',
  unchanged: 'the open request would stay as it is',
  declined: 'nothing would be proposed, because a proposal of these texts was closed by people',
  patch: 'a patch would be written',
  none: 'nothing would be proposed',
};

/** Milliseconds of waiting from which on they are shown. */
const MUCH = 5;

/** The timing of a run as text. */
export function timingText({ total, phases, requests }: Timing): string {
  const right = (milliseconds: number): string => formatNumber(milliseconds).padStart(8);
  const ms = (value: number): string => `${formatNumber(value)} ms`;
  const lines = ['timeline (ms since the process started)'];
  for (const { name, start, duration, waited } of phases) {
    const much = waited >= MUCH ? `, ${formatNumber(waited)} of them waiting` : '';
    lines.push(`${right(start)}  ${name.padEnd(10)}${right(duration)}${much}`);
  }
  lines.push(`${right(total)}  end`);
  if (requests === null) lines.push('nothing was sent');
  else {
    const { count, first, last, inFlight, latency, paused } = requests;
    const pauses = paused === 0 ? '' : `; pauses before retries took ${ms(paused)} in total`;
    lines.push(
      `requests: ${formatNumber(count)}; the first was sent after ${ms(first)}, the last ended after ${ms(last)}`,
      `in flight: ${inFlight.average} on average, ${inFlight.most} at most; answers took ${ms(latency.median)} (median), ${ms(latency.slowest)} at most${pauses}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
