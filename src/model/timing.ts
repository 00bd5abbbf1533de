/** Phases of a run, one after the other. Some repeat, such as `plan` for each language. */
export type RunPhase =
  'load' | 'names' | 'compare' | 'plan' | 'resources' | 'translate' | 'write' | 'lock' | 'report';

/** One part of a run. All times are milliseconds. */
export interface PhaseTiming {
  readonly name: string;
  /** Milliseconds since the process started when the phase first began. */
  readonly start: number;
  /** Total duration. */
  readonly duration: number;
  /** Part of `duration` spent waiting for the service or the disk. */
  readonly waited: number;
}

/** Timing of the requests. All times are milliseconds. */
export interface RequestTiming {
  readonly count: number;
  /** When the first one was sent and the last one ended, since the process started. */
  readonly first: number;
  readonly last: number;
  readonly inFlight: { readonly most: number; readonly average: number };
  /** From sending to the end of the answer. */
  readonly latency: { readonly median: number; readonly slowest: number };
  /** Total time that the service asked to wait. */
  readonly paused: number;
}

/** The timeline of a run (`sync --timing`). */
export interface Timing {
  /** Milliseconds since the process started. */
  readonly total: number;
  readonly phases: readonly PhaseTiming[];
  /** Null if nothing was sent. */
  readonly requests: RequestTiming | null;
}

/**
 * Gives the event loop a turn if the last one was some time ago, so that signals, timers and
 * requests get through. Long synchronous work awaits it between two files. Rejects to end the work.
 */
export type GiveTurn = () => Promise<void>;
