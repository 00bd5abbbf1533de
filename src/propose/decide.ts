/** What is known once the texts are there. */
export interface Standing {
  /** Where the proposal goes: a file, as for a fork, or the host. */
  readonly as: 'patch' | 'request';
  /** Whether the branch is there. */
  readonly hasBranch: boolean;
  /** Whether a request of the branch is open. */
  readonly isOpen: boolean;
  /** Whether people closed a request for just these texts. */
  readonly wasDeclined: boolean;
  /** Whether the result differs from the base. */
  readonly differs: boolean;
  /** Whether the result differs from what the branch has, merged with the base. */
  readonly isNews: boolean;
  /** Whether the branch conflicts with the base. */
  readonly conflicts: boolean;
  /** Whether people have pushed to the branch since the body was written. */
  readonly peoplePushed: boolean;
}

/**
 * `patch`: a file · `open`: commit, and open a request · `update`: commit, and write the body again ·
 * `tell`: write the body again · `close`: nothing is left to propose · `declined`: people closed it ·
 * `nothing`: all is as it should be.
 */
export type Action = 'patch' | 'open' | 'update' | 'tell' | 'close' | 'declined' | 'nothing';

export function decide(standing: Standing): Action {
  const { as, hasBranch, isOpen, wasDeclined, differs, isNews, conflicts, peoplePushed } = standing;
  if (as === 'patch') return differs ? 'patch' : 'nothing';
  if (!differs) return isOpen ? 'close' : 'nothing';
  if (!isOpen) return wasDeclined ? 'declined' : 'open';
  if (!hasBranch || isNews || conflicts) return 'update';
  return peoplePushed ? 'tell' : 'nothing';
}
