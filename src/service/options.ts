import type { engineNames } from '../facts/index.js';
import type { CustomBackend } from './backends/custom.js';
import type { FaultInput } from './faults/rules.js';

// These types are public: they must not depend on packages that are not installed with the tool.

/** Built-in engines. */
export type Engine = (typeof engineNames)[number];

/** Options of the embedded service (docs/service.md). */
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
  /** Translation memories of the account; a text is the path of a TMX or CSV file. */
  readonly memories?: readonly (MemoryInput | string)[] | undefined;
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

/** A translation memory given at start-up; the interface only lists it (docs/interface.md 4.9). */
export interface MemoryInput {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly segments: readonly {
    readonly target: string;
    readonly from: string;
    readonly to: string;
  }[];
}

/** A request's log entry besides its HTTP data. */
export interface RequestNotes {
  texts?: number;
  /** Billed characters. */
  characters?: number;
  /** Which engine answered. */
  backend?: string;
  /** A note for people, for example that there was no engine. */
  note?: string;
}

/** One line of the request log; it never holds a key, a text or a query. */
export interface RequestLog extends RequestNotes {
  /** ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** 0 if the connection ended before a response. */
  readonly status: number;
  readonly milliseconds: number;
  readonly traceId: string;
  readonly keyLabel?: string;
  /**
   * The error of responses with status 500, and of those with 503 for a change that could not be
   * stored.
   */
  readonly error?: string;
}

export interface Timeouts {
  /** Milliseconds for all headers to arrive; 10,000 by default. */
  readonly headers?: number;
  /** Milliseconds for a whole request to arrive; 300,000 by default. */
  readonly request?: number;
  /** Milliseconds for a body, plus 1,000 for each 16 KiB received; 30,000 by default. */
  readonly body?: number;
}

/**
 * Notices about a key that nears its limit, which real services send by e-mail
 * (docs/interface.md 6).
 */
export interface LimitNotice {
  /** ISO 8601. */
  readonly time: string;
  readonly keyLabel: string;
  /** Percentage of the key's monthly limit. */
  readonly percent: 80 | 100;
  /** Characters this month. */
  readonly used: number;
  readonly limit: number;
}

export type NotifyLimit = (notice: LimitNotice) => void;
