/** What a run works at, one after the other; some come again, such as `plan` for each language. */
export type RunPhase =
  'load' | 'names' | 'compare' | 'plan' | 'resources' | 'translate' | 'write' | 'lock' | 'report';

/** One part of a run. All times are milliseconds. */
export interface PhaseTiming {
  readonly name: string;
  /** When it first began, since the process started. */
  readonly start: number;
  /** In all. */
  readonly duration: number;
  /** Of that: with nothing to do but wait, for the service or the disk. */
  readonly waited: number;
}

/** How requests followed one another. All times are milliseconds. */
export interface RequestTiming {
  readonly count: number;
  /** When the first was sent and the last had ended, since the process started. */
  readonly first: number;
  readonly last: number;
  readonly inFlight: { readonly most: number; readonly average: number };
  /** From sending to the end of the answer. */
  readonly latency: { readonly median: number; readonly slowest: number };
  /** How long the service asked to wait before something was sent again, in all. */
  readonly paused: number;
}

/** The time line of a run (`sync --timing`). */
export interface Timing {
  /** Milliseconds since the process started. */
  readonly total: number;
  readonly phases: readonly PhaseTiming[];
  /** Null where nothing was sent. */
  readonly requests: RequestTiming | null;
}
