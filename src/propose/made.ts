import type { Report } from '../model/index.js';
import type { Branch, Joined } from './branch.js';
import type { ProposeCall } from './call.js';
import type { Survey } from './survey.js';
import type { ProposedText } from './texts.js';
import type { Tree } from './tree.js';

/** What is known of one try once the texts are there. */
export interface Made {
  readonly call: ProposeCall;
  readonly survey: Survey;
  readonly tree: Tree;
  readonly report: Report;
  /** The branch that the proposal goes on with; undefined: it begins at the base. */
  readonly branch: Branch | undefined;
  readonly joined: Joined;
  /** Trees of git: the branch with the base, and what it becomes. */
  readonly joinedTree: string;
  readonly result: string;
  readonly texts: readonly ProposedText[];
  /** Locales that the proposal had no text of before. */
  readonly fresh: readonly string[];
  /** `textsHash` of all that the base lacks. */
  readonly hash: string;
  /** Whether the base lacks anything. */
  readonly isLeft: boolean;
  /** Counts all locales, also where the run was of a shard. */
  readonly coverage: Report;
}
