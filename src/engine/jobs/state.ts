import { ADOPTED, EDITED, isForReview, isHuman } from '../../state/data.js';
import type { FileFact } from '../../state/data.js';
import type { OutputStatus } from './types.js';

export interface OutputState {
  readonly status: OutputStatus;
  readonly origin: string | undefined;
}

/** Beginnings of the hashes of a source and its target; undefined: there is no target. */
export interface PairToday {
  readonly source: string;
  readonly target: string | undefined;
}

/**
 * What a target is, from what is known of its unit and locale: facts of the lock, and results that
 * are kept. Two branches may know different things, and all of them count.
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
  // Nobody but a person can have written these bytes.
  if (facts.some((fact) => fact.source === source)) return { status: 'edited', origin: EDITED };
  if (facts.length > 0) return { status: 'review', origin: EDITED };
  return { status: 'current', origin: ADOPTED };
}
