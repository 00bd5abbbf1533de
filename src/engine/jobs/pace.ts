/**
 * When a job's status is polled next: after a share of the elapsed time, within bounds in
 * milliseconds.
 */
export interface Pace {
  readonly share: number;
  readonly least: number;
  readonly most: number;
}

/**
 * With this, a document waits at most 4 % longer than the service took, from about one second on.
 */
export const DOCUMENT_PACE: Pace = { share: 0.04, least: 40, most: 5_000 };

/** The interface recommends 5 seconds (docs/interface.md 4.10). */
export const RECORDING_PACE: Pace = { share: 0.2, least: 500, most: 5_000 };

/** Milliseconds between two polls of any jobs: many jobs poll no more often than a few. */
const BETWEEN = 20;

/**
 * Milliseconds until the next poll.
 * @param elapsed milliseconds since the job was sent
 * @param waiting number of jobs that poll
 */
export function nextLook(elapsed: number, waiting: number, { share, least, most }: Pace): number {
  return Math.min(most, Math.max(least, BETWEEN * waiting, elapsed * share));
}
