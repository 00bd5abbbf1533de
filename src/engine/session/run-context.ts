import type { ResolvedConfig } from '../../config/resolved.js';
import type { LocaleSyncError, ReportError, Store, Translator } from '../../model/index.js';
import type { Memory } from '../../state/index.js';
import type { LoadContext } from '../load/index.js';

/** What a run of the engine works with. */
export interface RunContext extends Pick<LoadContext, 'parsed' | 'onEvent'> {
  readonly config: ResolvedConfig;
  /** Absolute folder of the local state. */
  readonly state: string;
  /** Absolute folder of the memory and the history of runs; `state`, where nothing else is said. */
  readonly kept: string;
  /** The service; opened when something has to be sent. */
  readonly open: () => Promise<Translator>;
  /** The memory that many runs share; opened where something is missing. Absent: there is none. */
  readonly openStore?: (() => Promise<Store>) | undefined;
  readonly memory: Memory;
  readonly signal: AbortSignal;
  /** An error in the words of the host, for reports. */
  readonly explain: (error: LocaleSyncError) => ReportError;
}
