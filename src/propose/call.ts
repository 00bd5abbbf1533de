import type { ProposeInput } from '../config/schema.js';
import type { LocaleSyncError, ReportError } from '../model/index.js';
import type { Git } from './git.js';
import type { Host } from './host.js';
import type { Project } from './project.js';
import type { Remote } from './remote.js';

/** Default branch of proposals. */
export const BRANCH = 'locale-sync';

/** Default title of requests and commits. */
export const TITLE = 'Translate new and changed texts';

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
  /** How many runners propose together, each its own shard. Default: 1. */
  readonly runners?: number;
}
