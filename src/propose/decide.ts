/** What decides the action, known once the texts are available. */
export interface Standing {
  /** The form of the proposal: a file, as for a fork, or a request on the host. */
  readonly as: 'patch' | 'request';
  /** Whether the branch exists. */
  readonly hasBranch: boolean;
  /** Whether the branch has an open request. */
  readonly isOpen: boolean;
  /** Whether people closed a request with exactly these texts. */
  readonly wasDeclined: boolean;
  /** Whether the result differs from the base. */
  readonly differs: boolean;
  /** Whether the result differs from the branch with the base merged in. */
  readonly isNews: boolean;
  /** Whether the branch conflicts with the base. */
  readonly conflicts: boolean;
  /** Whether people have pushed to the branch since the body was written. */
  readonly peoplePushed: boolean;
}

/**
 * `patch`: write a file · `open`: commit and open a request · `update`: commit and rewrite the body
 * · `tell`: rewrite the body · `close`: nothing is left to propose · `declined`: people closed it ·
 * `nothing`: everything is up to date.
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
