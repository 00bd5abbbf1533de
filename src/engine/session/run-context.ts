import type { ResolvedConfig } from '../../config/index.js';
import type { LocaleSyncError, ReportError, Store, Translator } from '../../model/index.js';
import type { Facts } from '../../lock/index.js';
import type { Memory } from '../../state/index.js';
import type { LoadContext } from '../load/index.js';

/** What a run of the engine works with. */
export interface RunContext extends Pick<LoadContext, 'parsed' | 'onEvent'> {
  readonly config: ResolvedConfig;
  /** Absolute path of the local state's folder. */
  readonly state: string;
  /** Absolute path of the folder with memory and run history; `state` by default. */
  readonly kept: string;
  /** Opens the service when something has to be sent. */
  readonly open: () => Promise<Translator>;
  /** Opens the shared store when texts are missing. Absent: there is none. */
  readonly openStore?: (() => Promise<Store>) | undefined;
  readonly memory: Memory;
  /** Facts to compare with where the lock has none. Default: none. */
  readonly known?: Facts | undefined;
  /** Whether the report grades the texts that the run writes. Default: false. */
  readonly grades?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Describes an error for a report, in the host's terms. */
  readonly explain: (error: LocaleSyncError) => ReportError;
}
