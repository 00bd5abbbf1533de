import type { Proposal, Report } from '../model/report.js';
import { oneLine } from '../sinks/terminal.js';
import { amount } from './amounts.js';
import type { Style } from './style.js';
import { summaryText } from './summary-text.js';

/** What `propose` did: the summary of its sync, and where the proposal is. */
export function proposalText(report: Report, style: Style): string {
  const { proposal } = report;
  if (proposal === undefined) return summaryText(report, style);
  const { url, notes } = proposal;
  const link = url === undefined ? '' : `: ${oneLine(url)}`;
  const lines = [
    `${sentence(proposal, report)}${link}`,
    ...notes.map((note) => `note: ${oneLine(note)}`),
  ];
  return `${summaryText(report, style)}${lines.join('\n')}\n`;
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
      return `nothing new: ${what} are already proposed`;
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
