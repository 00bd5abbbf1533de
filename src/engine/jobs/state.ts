import { ADOPTED, EDITED, isForReview, isHuman } from '../../lock/index.js';
import type { FileFact } from '../../lock/index.js';
import type { OutputStatus } from './types.js';

export interface OutputState {
  readonly status: OutputStatus;
  readonly origin: string | undefined;
}

/** Hash prefixes of a source and its target; undefined: there is no target. */
export interface PairToday {
  readonly source: string;
  readonly target: string | undefined;
}

/**
 * The state of a target, from the lock's facts and the kept results for its unit and locale.
 * Branches may have recorded different facts; all of them count.
 */
export function stateOf(
  { source, target }: PairToday,
  facts: readonly Pick<FileFact, 'source' | 'hash' | 'origin'>[],
): OutputState {
  if (target === undefined) return { status: 'missing', origin: undefined };
  const ofTarget = facts.filter(({ hash }) => hash === target);
  const own = ofTarget.filter((fact) => fact.source === source).map(({ origin }) => origin);
  const made = own.find((origin) => !isHuman(origin));
  if (made !== undefined) return { status: 'current', origin: made };
  const settled = own.find((origin) => !isForReview(origin));
  if (settled !== undefined) {
    return { status: settled === EDITED ? 'edited' : 'current', origin: settled };
  }
  const [waiting] = own;
  if (waiting !== undefined) return { status: 'review', origin: waiting };
  const earlier = ofTarget.map(({ origin }) => origin);
  const person = earlier.find(isHuman);
  if (person !== undefined) return { status: 'review', origin: person };
  const [machine] = earlier;
  if (machine !== undefined) return { status: 'stale', origin: machine };
  // Only a person can have written these bytes.
  if (facts.some((fact) => fact.source === source)) return { status: 'edited', origin: EDITED };
  if (facts.length > 0) return { status: 'review', origin: EDITED };
  return { status: 'current', origin: ADOPTED };
}
