import type { ProposeInput } from '../config/schema.js';
import type { LocaleSyncError, ReportError } from '../model/index.js';
import type { Git } from './git.js';
import type { Host } from './host.js';
import type { Project } from './project.js';
import type { Remote } from './remote.js';

/** What a run of `propose` works with. */
export interface ProposeCall {
  /** Git in the root of the checkout. */
  readonly git: Git;
  /** Absolute state folder of the checkout: what is paid for is kept there. */
  readonly state: string;
  /** Where the root is in the repository: '' or `folder/`. */
  readonly prefix: string;
  readonly settings: ProposeInput;
  /** Opens the project in a working tree. */
  readonly open: (root: string) => Promise<Project>;
  /** Undefined: nobody is asked, as for a patch. */
  readonly host: Host | undefined;
  readonly remote: Remote;
  /** Where the proposal goes. */
  readonly as: 'patch' | 'request';
  /** Nothing is sent to the service or the host. */
  readonly dryRun: boolean;
  readonly writePatch: (patch: Buffer) => void;
  readonly explain: (error: LocaleSyncError) => ReportError;
  readonly signal: AbortSignal;
  /** How many runners propose together, each its shard. Default: 1. */
  readonly runners?: number;
}
