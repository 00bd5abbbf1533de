import type { ResolvedConfig, ProposeInput } from '../../config/index.js';
import { withReviewer } from '../../engine/index.js';
import type { Plan } from '../../engine/index.js';
import type {
  LocaleSyncError,
  Report,
  ReportError,
  ReviewData,
  ReviewEdit,
  ReviewOutcome,
} from '../../model/index.js';
import type { Git, Remote } from './git.js';
import type { Host } from './host.js';

/** The project in a working tree. */
export interface Project {
  readonly config: ResolvedConfig;
  /** What a sync would do. Needs no key and no network. */
  readonly plan: () => Promise<Plan>;
  /** What a sync of all files would do, if several runners share them. */
  readonly planAll: () => Promise<Plan>;
  /** Does everything that `sync` does. */
  readonly sync: () => Promise<Report>;
  /** Target files and files that the tool generates from the sources, relative to the root. */
  readonly made: () => readonly string[];
}

export interface LookOptions {
  /** Absolute path of the checkout's state folder. */
  readonly kept: string;
  readonly explain: (error: LocaleSyncError) => ReportError;
}

/** All units of the current files. */
export function look({ config }: Project, options: LookOptions): Promise<ReviewData> {
  return withReviewer(config, options, (reviewer) => reviewer.look());
}

/**
 * Writes texts by people. Texts that cannot be written stay as they are; the outcomes say which.
 */
export function writeTexts(
  { config }: Project,
  edits: readonly ReviewEdit[],
  options: LookOptions,
): Promise<readonly ReviewOutcome[]> {
  if (edits.length === 0) return Promise.resolve([]);
  return withReviewer(config, options, async (reviewer) => {
    const { outcomes } = await reviewer.apply(edits);
    return outcomes;
  });
}

/** Default branch of proposals. */
export const BRANCH = 'locale-sync';

/** The inputs of a `propose` run. */
export interface ProposeCall {
  /** Git in the root of the checkout. */
  readonly git: Git;
  /** Absolute path of the checkout's state folder, which keeps paid-for texts. */
  readonly state: string;
  /** Path of the root within the repository: '' or `folder/`. */
  readonly prefix: string;
  readonly settings: ProposeInput;
  /** Opens the project in a working tree. */
  readonly open: (root: string) => Promise<Project>;
  /** Undefined: no host is called, as for a patch. */
  readonly host: Host | undefined;
  readonly remote: Remote;
  /** The form of the proposal. */
  readonly as: 'patch' | 'request';
  /** Sends nothing to the service or the host. */
  readonly dryRun: boolean;
  readonly writePatch: (patch: Buffer) => void;
  readonly explain: (error: LocaleSyncError) => ReportError;
  readonly signal: AbortSignal;
  /** The only locales that are proposed. Default: all. */
  readonly locales?: readonly string[];
  /** How many runners propose together, each its own shard. Default: 1. */
  readonly runners?: number;
}
