/**
 * Lets signals, timers and requests through if that is due. Long synchronous work awaits it between
 * two files: Node delivers signals only between turns of its event loop. Rejects to end the work.
 */
export type GiveTurn = () => Promise<void>;
