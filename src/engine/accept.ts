import type { Selection } from '../model/index.js';
import type { UnitDiff } from './unit-diff.js';
import type { Job } from './job.js';
import { keyMatcher } from './key-glob.js';

/** Human texts under review that the caller declares as reviewed (`accept` of a selection, narrowed by `keys`). */
export function acceptance({ accept, keys }: Selection): (unit: UnitDiff) => boolean {
  if (accept !== true) return () => false;
  const matches = keys === undefined ? () => true : keyMatcher(keys);
  return ({ status, key }) => status === 'review' && matches(key);
}

/**
 * True for a text under review that is just what the service says for today's source: it was translated by a run
 * that the lock, being older, does not know of.
 */
export function isConfirmed(job: Job | undefined): boolean {
  if (job?.action !== 'propose') return false;
  return job.text !== undefined && job.text === job.unit.current?.text;
}
