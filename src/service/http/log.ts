// These types are public: they must not depend on packages that are not installed with the tool.

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
