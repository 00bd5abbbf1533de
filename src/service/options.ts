import type { NotifyLimit } from './accounts/notices.js';
import type { CustomBackend } from './backends/custom.js';
import type { Engine } from './backends/select.js';
import type { FaultInput } from './faults/rules.js';
import type { RequestLog, Timeouts } from './http/log.js';
import type { MemoryInput } from './memories/memories.js';

/** Options of the embedded service (DESIGN.md section 8). */
export interface ServiceOptions {
  /** 0, the default, picks a free port. */
  readonly port?: number;
  /** `127.0.0.1` by default; other hosts make it reachable from the network. */
  readonly host?: string;
  /** Developer keys. Without these and admin keys, one of each is generated. */
  readonly keys?: readonly string[];
  readonly adminKeys?: readonly string[];
  /** Another scheme that is accepted in place of `Service-Auth-Key`. */
  readonly scheme?: string | undefined;
  /** Name of a built-in engine, or your own engine; `auto` by default. */
  readonly engine?: Engine | CustomBackend;
  /** For the engine `openai`: base address (`http://127.0.0.1:11434/v1`), key and model. */
  readonly openaiUrl?: string | undefined;
  readonly openaiKey?: string | undefined;
  readonly openaiModel?: string | undefined;
  /** For the engine `libretranslate`: base address (`http://127.0.0.1:5000`) and key, if it has one. */
  readonly libretranslateUrl?: string | undefined;
  readonly libretranslateKey?: string | undefined;
  /** Folder for persistent data; without it, everything is lost with the process. */
  readonly data?: string | undefined;
  /** `pro` by default. */
  readonly plan?: 'pro' | 'free';
  /** Translation memories of the account. */
  readonly memories?: readonly MemoryInput[];
  /** Called with one entry per request, without keys, texts or queries. */
  readonly log?: (entry: RequestLog) => void;
  /** Called when a key reaches 80 % and 100 % of its characters for the month. */
  readonly notify?: NotifyLimit;
  /** The clock for time windows, periods and creation times. */
  readonly clock?: () => Date;
  readonly timeouts?: Timeouts;
  /** Loads slow modules before the first request. Default: on first use. */
  readonly warm?: boolean;
  /** Deliberate faults. */
  readonly faults?: readonly FaultInput[];
  /**
   * Enables `POST /_control/faults` and `GET /_control/counters` for admin keys and, if this is a
   * string, for `X-Control-Token` with that value. Default: disabled.
   */
  readonly control?: boolean | string;
}
