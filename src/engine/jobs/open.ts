import type { Loaded } from '../load/index.js';
import type { JobContext, Jobs } from './run.js';
import { NO_JOBS } from './types.js';
import type { JobPlan } from './types.js';

/**
 * The whole files of a run. Undefined: the config has neither documents nor recordings, as in most
 * projects, which never load this code.
 *
 * @param only 'accept': nothing is made, and people's files that wait for review count as reviewed
 */
export async function openJobs(
  loaded: Loaded,
  context: JobContext,
  only?: 'accept',
): Promise<Jobs | undefined> {
  const { documents, recordings } = context.config;
  if (documents === undefined && recordings === undefined) return undefined;
  const { Jobs: Opened } = await import('./run.js');
  return new Opened(loaded, context, only);
}

/** What is done with whole files: nothing in a run without them. */
export function planOf(jobs: Jobs | undefined): JobPlan {
  return jobs?.plan ?? NO_JOBS;
}
