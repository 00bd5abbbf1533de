import type { Report } from '../model/index.js';
import type { Branch, Joined } from './branch.js';
import type { ProposeCall } from './call.js';
import type { Survey } from './survey.js';
import type { ProposedText } from './texts.js';
import type { Tree } from './tree.js';

/** The state of one attempt once the texts are available. */
export interface Made {
  readonly call: ProposeCall;
  readonly survey: Survey;
  readonly tree: Tree;
  readonly report: Report;
  /** The branch to continue; undefined: start at the base. */
  readonly branch: Branch | undefined;
  readonly joined: Joined;
  /** Git trees: the branch with the base merged in, and the result. */
  readonly joinedTree: string;
  readonly result: string;
  readonly texts: readonly ProposedText[];
  /** Locales that had no text in the proposal before. */
  readonly fresh: readonly string[];
  /** `textsHash` of everything that the base lacks. */
  readonly hash: string;
  /** Whether the base lacks anything. */
  readonly isLeft: boolean;
  /** Counts all locales, even if the run was for a shard. */
  readonly coverage: Report;
}
