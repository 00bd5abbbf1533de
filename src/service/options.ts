import type { NotifyLimit } from './accounts/notices.js';
import type { CustomBackend } from './backends/custom.js';
import type { Engine } from './backends/select.js';
import type { FaultInput } from './faults/rules.js';
import type { RequestLog, Timeouts } from './http/log.js';
import type { MemoryInput } from './memories/memories.js';

/** How the embedded service is started (DESIGN.md section 8). */
export interface ServiceOptions {
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** `127.0.0.1` by default; any other lets others on the network in. */
  readonly host?: string;
  /** Developer keys. Where neither these nor admin keys are given, one of each is made. */
  readonly keys?: readonly string[];
  readonly adminKeys?: readonly string[];
  /** One more word that is accepted in place of `Service-Auth-Key`. */
  readonly scheme?: string | undefined;
  /** One of ours by its name, or one of your own; `auto` by default. */
  readonly engine?: Engine | CustomBackend;
  /** For the engine `openai`: base address (`http://127.0.0.1:11434/v1`), key and model. */
  readonly openaiUrl?: string | undefined;
  readonly openaiKey?: string | undefined;
  readonly openaiModel?: string | undefined;
  /** For the engine `libretranslate`: base address (`http://127.0.0.1:5000`) and key, if it has one. */
  readonly libretranslateUrl?: string | undefined;
  readonly libretranslateKey?: string | undefined;
  /** Folder that keeps everything; without it, everything ends with the process. */
  readonly data?: string | undefined;
  /** `pro` by default. */
  readonly plan?: 'pro' | 'free';
  /** Translation memories of the account. */
  readonly memories?: readonly MemoryInput[];
  /** One entry per request; no keys, texts or queries in it. */
  readonly log?: (entry: RequestLog) => void;
  /** Told when a key reaches 80 % and 100 % of its characters for the month. */
  readonly notify?: NotifyLimit;
  /** The time that windows, periods and creation times go by. */
  readonly clock?: () => Date;
  readonly timeouts?: Timeouts;
  /**
   * Loads what takes long to load before the first request, which then waits for nothing. Default:
   * when it is needed.
   */
  readonly warm?: boolean;
  /** What goes wrong on purpose. */
  readonly faults?: readonly FaultInput[];
  /**
   * Opens `POST /_control/faults` and `GET /_control/counters` to admin keys, and to
   * `X-Control-Token` where this is a token. Off by default.
   */
  readonly control?: boolean | string;
}
