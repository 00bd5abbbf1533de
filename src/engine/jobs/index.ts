import type { Loaded } from '../load/index.js';
import type { Jobs } from './run.js';
import type { JobContext, JobPlan } from './types.js';

export type { FinishedJobs } from './tally.js';
export type { Jobs, StartedJobs } from './run.js';
export { begunBy, jobItems, withJobs } from './tally.js';
export type { JobPlan, PlannedOutput } from './types.js';

/**
 * Loads the code for documents and recordings, if the config has any. Most projects have none.
 *
 * @param only 'accept': makes nothing, and only marks human files in review as reviewed
 * @returns undefined if the config has no documents and recordings
 */
export async function openJobs(
  loaded: Loaded,
  context: JobContext,
  only?: 'accept',
): Promise<Jobs | undefined> {
  const { documents, recordings } = context.config;
  if (documents === undefined && recordings === undefined) return undefined;
  const { Jobs: Opened } = await import('./run.js');
  return Opened.open(loaded, context, only);
}

const NO_JOBS: JobPlan = {
  outputs: [],
  documents: [],
  recordings: [],
  totals: { requests: 0, characters: 0, minutes: 0, unmeasured: 0 },
  problems: [],
};

/** The plan, or an empty one without documents and recordings. */
export function planOf(jobs: Jobs | undefined): JobPlan {
  return jobs?.plan ?? NO_JOBS;
}
