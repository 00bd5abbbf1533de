import type { Proposal, Report } from '../model/index.js';
import type { ProposeCall } from './call.js';
import type { Made } from './made.js';
import type { Survey } from './survey.js';

/** What was done on the host. */
export interface Done {
  readonly url?: string | undefined;
  /** The last commit of the branch. */
  readonly head?: string;
  readonly files?: number;
  readonly notes?: readonly string[];
}

export interface Told extends Done {
  readonly found: Survey;
  readonly state: Proposal['state'];
  readonly made?: Made;
}

/** The report with the result of the proposal. */
export function withProposal(report: Report, { dryRun, host }: ProposeCall, told: Told): Report {
  const { found, state, made, url, files = 0, notes = [] } = told;
  const texts = made?.texts ?? [];
  const isShown = state === 'none' && url !== undefined;
  const proposal: Proposal = {
    state: isShown ? 'unchanged' : state,
    dryRun,
    ...(url === undefined ? {} : { url }),
    branch: found.name,
    base: found.baseName,
    files,
    texts: texts.length,
    edited: texts.filter(({ isPersons }) => isPersons).length,
    calls: host?.calls() ?? 0,
    notes,
  };
  return { ...report, proposal };
}
