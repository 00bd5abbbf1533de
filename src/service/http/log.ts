// These types are public: they must not need types of a package that is not installed with the
// tool.

/** What a request's log line says besides what HTTP says. */
export interface RequestNotes {
  texts?: number;
  /** Billed. */
  characters?: number;
  /** Which engine answered. */
  backend?: string;
  /** What a person should know, such as that no engine was there. */
  note?: string;
}

/** One line of the request log; it never holds a key, a text or a query. */
export interface RequestLog extends RequestNotes {
  /** ISO 8601. */
  readonly time: string;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** 0 when the connection ended before an answer. */
  readonly status: number;
  readonly milliseconds: number;
  readonly traceId: string;
  readonly keyLabel?: string;
  /** What went wrong, for answers with 500, and with 503 for a change that could not be stored. */
  readonly error?: string;
}

export interface Timeouts {
  /** Milliseconds for all headers to arrive; 10,000 by default. */
  readonly headers?: number;
  /** Milliseconds for a whole request to arrive; 300,000 by default. */
  readonly request?: number;
  /** Milliseconds for a body, and 1,000 more for each 16 KiB that came; 30,000 by default. */
  readonly body?: number;
}
