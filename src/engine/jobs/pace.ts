/** When a state is asked for next: a share of the time that it has taken, within bounds (ms). */
export interface Pace {
  readonly share: number;
  readonly least: number;
  readonly most: number;
}

/** So a document waits at most 4 % longer than the service took, from about a second on. */
export const DOCUMENT_PACE: Pace = { share: 0.04, least: 40, most: 5_000 };

/** Every 5 seconds is recommended (interface.md 4.10). */
export const RECORDING_PACE: Pace = { share: 0.2, least: 500, most: 5_000 };

/** Milliseconds between two looks of any kind: many jobs ask no more often than a few. */
const BETWEEN = 20;

/**
 * @param elapsed milliseconds since it was sent
 * @param waiting jobs that ask
 */
export function nextLook(elapsed: number, waiting: number, { share, least, most }: Pace): number {
  return Math.min(most, Math.max(least, BETWEEN * waiting, elapsed * share));
}
