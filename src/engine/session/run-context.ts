import type { ResolvedConfig } from '../../config/resolved.js';
import type { LocaleSyncError, ReportError, Translator } from '../../model/index.js';
import type { Memory } from '../../state/index.js';
import type { LoadContext } from '../load/index.js';

/** What a run of the engine works with. */
export interface RunContext extends Pick<LoadContext, 'parsed' | 'onEvent'> {
  readonly config: ResolvedConfig;
  /** Absolute folder of the local state. */
  readonly state: string;
  /** The service; opened when something has to be sent. */
  readonly open: () => Promise<Translator>;
  readonly memory: Memory;
  readonly signal: AbortSignal;
  /** An error in the words of the host, for reports. */
  readonly explain: (error: LocaleSyncError) => ReportError;
}
